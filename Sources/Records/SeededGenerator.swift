/// The one source of randomness: a SplitMix64 stream that is passed in, never global.
///
/// Not for secrets. Same seed, same values, on every platform.
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes the stream that belongs to `seed`.
  public init(seed: UInt64) {
    state = seed
  }

  /// Makes a stream that depends on `seed` and `label` only, so that scenarios added later
  /// do not change the values of those before.
  public init(seed: UInt64, label: String) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in label.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    self.init(seed: seed ^ hash)
  }

  /// The next 64 random bits. Complexity: O(1).
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
