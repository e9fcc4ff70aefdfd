/// Looks for what no kata needs in the source itself: attributes that begin with an underscore,
/// and those that give a function a C name. They could name any function of the system.
///
/// Comments and strings are looked at too, for strings may hold code.
package enum SourceWall {
  /// The first attribute that is refused.
  ///
  /// - Returns: What was found and where, in words for the candidate; nil if there is none.
  /// Complexity: O(n).
  package static func refusal(in submission: Submission) -> String? {
    for file in submission.files {
      for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        if let attribute = refusedAttribute(in: line) {
          return "\(file.name):\(number + 1): the attribute \(attribute) is not allowed here, "
            + "not even in a comment or a string; take it out"
        }
      }
    }
    return nil
  }

  private static func refusedAttribute(in line: Substring) -> String? {
    var rest = line
    while let at = rest.firstIndex(of: "@") {
      rest = rest[rest.index(after: at)...]
      let spaced = rest.drop { $0.isWhitespace || $0 == "`" }
      let name = spaced.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if name.hasPrefix("_") || ["c", "cdecl", "section", "used"].contains(name) {
        return "@\(name)"
      }
    }
    return nil
  }
}
