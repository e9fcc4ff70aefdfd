import Foundation

/// All that is to be verified: every starter and every answer, each with its label.
package struct VerificationPlan: Sendable {
  /// What is to be graded.
  package private(set) var cases: [VerificationCase] = []
  /// What is wrong already: answers without a label, labels without an answer.
  package private(set) var problems: [VerificationReport.Entry] = []

  /// What to grade, in the order of the cases.
  package var requests: [SubmissionRequest] {
    cases.map { SubmissionRequest(path: $0.path, kata: $0.kata) }
  }
  /// A report that holds what is wrong already.
  package var report: VerificationReport { VerificationReport(entries: problems) }

  /// - Parameters:
  ///   - katas: The katas to verify.
  ///   - answers: The folder that holds a folder of answers for each.
  package init(katas: [KataFolder], answers: String) {
    for kata in katas { add(kata, folder: "\(answers)/\(kata.kata.id)") }
  }

  private mutating func add(_ kata: KataFolder, folder: String) {
    let labels: VerdictLabels
    do {
      labels = try VerdictLabels.read(in: folder, kata: kata.kata.id)
    } catch {
      return complain(kata, "verdicts.json", error.problem)
    }
    cases.append(
      VerificationCase(
        kata: kata, name: "starter", path: kata.starterPath, label: labels.starter))
    let answers = Self.answers(in: folder, prefix: "")
    for (name, path) in answers {
      if let label = labels.answers[name] {
        cases.append(VerificationCase(kata: kata, name: name, path: path, label: label))
      } else {
        complain(kata, name, "it has no label in verdicts.json")
      }
    }
    for name in Set(labels.answers.keys).subtracting(answers.map(\.name)).sorted() {
      complain(kata, name, "it has a label in verdicts.json, but no file")
    }
  }

  private mutating func complain(_ kata: KataFolder, _ name: String, _ words: String) {
    problems.append(
      VerificationReport.Entry(
        kata: kata.kata.id, name: name, seed: nil, status: .failed, reasons: [words]))
  }

  /// Files, and folders as answers of several files; `Flawed` holds more of both.
  private static func answers(in folder: String, prefix: String) -> [(name: String, path: String)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().flatMap { name in
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".swift") { return [(prefix + name.dropLast(6), path)] }
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
        isDirectory.boolValue
      else { return [] }
      if prefix.isEmpty, name == "Flawed" { return answers(in: path, prefix: "Flawed/") }
      return [(prefix + name, path)]
    }
  }
}
