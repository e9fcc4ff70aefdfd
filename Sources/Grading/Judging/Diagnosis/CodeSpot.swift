import Records

/// Names places in the candidate's code for sentences: "line 12", or "Bank.swift:12" where there
/// are several files, or the contract's member where the place has no line of its own.
struct CodeSpot {
  /// The names of the candidate's files.
  let files: Set<String>
  /// The signatures of the contract's members.
  let members: Set<String>

  /// True if a place is in the candidate's code, or is the plain use of a member.
  func isIn(_ place: Place) -> Bool {
    if let file = place.file { return files.contains(file) }
    return place.function.map(members.contains) ?? false
  }

  /// The place in words.
  func callAsFunction(_ place: Place) -> String {
    guard let file = place.file else {
      let member = place.function.flatMap { members.contains($0) ? $0 : nil }
      return member.map { "'\($0)'" } ?? "a line that cannot be told"
    }
    guard let line = place.line else { return file }
    return files.count == 1 && files.contains(file) ? "line \(line)" : "\(file):\(line)"
  }
}
