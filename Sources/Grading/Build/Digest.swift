/// SHA-256 (FIPS 180-4), for cache keys and tokens: what is equal by it is taken to be equal.
///
/// Here because neither the toolchain nor the libraries beside it offer one on Linux.
package struct Digest: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  private var pending: [UInt8] = []
  private var count = 0

  package init() {}

  /// The digest of several texts; each is delimited, so that moving a letter from one to the next
  /// changes it. 64 hexadecimal digits.
  package static func of(_ parts: some Sequence<String>) -> String {
    var digest = Digest()
    for part in parts {
      digest.update("\(part.utf8.count):")
      digest.update(part)
    }
    return digest.finish()
  }

  /// Adds a text's UTF-8. Complexity: O(n).
  package mutating func update(_ text: String) {
    update(Array(text.utf8))
  }

  /// Adds bytes. Complexity: O(n).
  package mutating func update(_ bytes: [UInt8]) {
    count += bytes.count
    pending += bytes
    var start = 0
    while pending.count - start >= 64 {
      compress(pending[start..<start + 64])
      start += 64
    }
    pending.removeFirst(start)
  }

  /// The digest as 64 hexadecimal digits.
  package consuming func finish() -> String {
    let bits = UInt64(count) * 8
    var padding: [UInt8] = [0x80]
    while (pending.count + padding.count) % 64 != 56 { padding.append(0) }
    padding += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    update(padding)
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private mutating func compress(_ block: ArraySlice<UInt8>) {
    let base = block.startIndex
    var words = (0..<16).map { index in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[base + 4 * index + $1]) }
    }
    for index in 16..<64 {
      let early = words[index - 15]
      let late = words[index - 2]
      let low = rotated(early, 7) ^ rotated(early, 18) ^ (early >> 3)
      let high = rotated(late, 17) ^ rotated(late, 19) ^ (late >> 10)
      words.append(words[index - 16] &+ low &+ words[index - 7] &+ high)
    }
    var v = state
    for index in 0..<64 {
      let high = rotated(v[4], 6) ^ rotated(v[4], 11) ^ rotated(v[4], 25)
      let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
      let first = v[7] &+ high &+ choice &+ Self.constants[index] &+ words[index]
      let low = rotated(v[0], 2) ^ rotated(v[0], 13) ^ rotated(v[0], 22)
      let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])
      v = [first &+ low &+ majority, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for index in 0..<8 { state[index] &+= v[index] }
  }

  private func rotated(_ word: UInt32, _ by: UInt32) -> UInt32 {
    word >> by | word << (32 - by)
  }

  /// The fractional parts of the cube roots of the first 64 primes, by integer arithmetic.
  private static let constants: [UInt32] = {
    var primes: [UInt32] = []
    var candidate: UInt32 = 2
    while primes.count < 64 {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { prime in
      // The largest n with n³ ≤ prime · 2^96; its low 32 bits are the wanted ones.
      var root: UInt64 = 0
      for bit in stride(from: UInt64(35), through: 0, by: -1) {
        let trial = root | 1 << bit
        let square = trial.multipliedFullWidth(by: trial)
        let low = trial.multipliedFullWidth(by: square.low)
        let cube = low.high &+ square.high &* trial
        if cube < UInt64(prime) << 32 || (cube == UInt64(prime) << 32 && low.low == 0) {
          root = trial
        }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }()
}
