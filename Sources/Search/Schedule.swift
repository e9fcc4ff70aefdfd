/// The choices that make one execution: everything that was left open, in order. Choices with one
/// possibility are left out.
package struct Schedule: Equatable, Sendable {
  /// One choice.
  package enum Choice: Equatable, Sendable {
    /// This thread goes on.
    case thread(Int)
    /// This is the number picked.
    case value(Int)
  }

  package var choices: [Choice]
  /// Memory accesses that are scheduling points too: their instructions, relative to the executable.
  package var points: [Int]

  package init(_ choices: [Choice] = [], points: [Int] = []) {
    self.choices = choices
    self.points = points
  }
}

/// The text form: runs of equal choices, as numbers in base64url. Safe in shells and URLs.
extension Schedule {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  /// Longer ones are refused: nobody needs them, and a token must not eat memory.
  package static let maximumChoices = 1 << 20

  /// Complexity: O(number of choices).
  package var text: String {
    var digits: [UInt8] = []
    // Five bits a digit; the sixth says that more follow.
    func put(_ number: Int) {
      var rest = number
      repeat {
        let low = rest & 31
        rest >>= 5
        digits.append(Self.alphabet[rest > 0 ? low | 32 : low])
      } while rest > 0
    }
    put(points.count)
    var before = 0
    for point in points.sorted() {
      put(point - before)
      before = point
    }
    var index = 0
    while index < choices.count {
      var end = index + 1
      while end < choices.count, choices[end] == choices[index] { end += 1 }
      // Bit 0 says value, bit 1 says that a run length follows.
      let run = end - index
      switch choices[index] {
      case .thread(let id): put(id << 2 | (run > 1 ? 2 : 0))
      case .value(let value): put(value << 2 | (run > 1 ? 2 : 0) | 1)
      }
      if run > 1 { put(run) }
      index = end
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Reads the text form. Returns nil if it isn't one.
  package init?(text: String) {
    var numbers: [Int] = []
    var number = 0
    var shift = 0
    for byte in text.utf8 {
      guard let digit = Self.alphabet.firstIndex(of: byte), shift <= 40 else { return nil }
      number |= (digit & 31) << shift
      shift += 5
      if digit & 32 == 0 {
        numbers.append(number)
        number = 0
        shift = 0
      }
    }
    guard shift == 0 else { return nil }
    guard let count = numbers.first, count < 1 << 10, numbers.count > count else { return nil }
    var points: [Int] = []
    for gap in numbers[1..<(1 + count)] { points.append((points.last ?? 0) + gap) }
    var choices: [Choice] = []
    var at = numbers.startIndex + 1 + count
    while at < numbers.endIndex {
      let head = numbers[at]
      at += 1
      var run = 1
      if head & 2 != 0 {
        guard at < numbers.endIndex else { return nil }
        run = numbers[at]
        at += 1
      }
      guard run > 0, choices.count + run <= Self.maximumChoices, head >> 2 < 1 << 16 else {
        return nil
      }
      let choice: Choice = head & 1 == 0 ? .thread(head >> 2) : .value(head >> 2)
      choices += Array(repeating: choice, count: run)
    }
    self.init(choices, points: points)
  }
}
