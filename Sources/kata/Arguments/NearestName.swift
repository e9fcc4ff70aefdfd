/// The name that was probably meant.
enum NearestName {
  /// The closest of `names`, if it is close enough to be worth a question.
  ///
  /// Complexity: O(number of names × their length²).
  static func to(_ word: String, among names: [String]) -> String? {
    let limit = max(1, word.count / 3)
    return names.map { (name: $0, distance: distance(word.lowercased(), $0.lowercased())) }
      .filter { $0.distance <= limit || ($0.name.hasPrefix(word) && word.count >= 2) }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  /// Insertions, deletions, replacements, and swaps of neighbours.
  static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        let isSame = left[row] == right[column]
        var best = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
