import Grading

/// Looks at the machine.
struct DoctorCommand: Command {
  let name = "doctor"
  let summary = "what is there, what is missing, and what to do"
  let usage = ["doctor"]
  let options: [Option] = [.katas]

  func run(_ arguments: Arguments, in session: Session) throws -> ExitCode {
    try arguments.expect([], count: 0...0, for: self)
    let doctor = Doctor(environment: session.environment, extraKatas: arguments.all(.katas))
    let findings = doctor.examine()
    session.console.print(ToolWording.doctor(findings))
    return findings.contains { $0.status == .missing } ? .negative : .success
  }
}
