import Foundation
import Records
import Testing

@testable import Grading

/// Where threads cannot be switched on their stacks they are handed over by futex.
@Suite(.serialized) struct HandOverTests {
  /// Runs a job of the explore arena with the slow hand-over, and returns what was found.
  private func run(_ job: Job, _ executable: String, _ workshop: Workshop) throws -> [Finding] {
    let nonce = (0..<Frame.nonceBytes).map { UInt8($0) }
    let outcome = try workshop.box.run(
      Command(
        executable: executable,
        environment: [
          "HOME": "/tmp", "TMPDIR": "/tmp", "LANG": "C.UTF-8", "TZ": "UTC",
          "LD_LIBRARY_PATH": workshop.toolchain.libraries, "SWIFT_BACKTRACE": "enable=no",
          "SWIFT_DETERMINISTIC_HASHING": "1", "RANDORI_HANDOVER": "1",
        ]),
      access: Access(readOnly: [workshop.toolchain.libraries, executable.folderOfPath]),
      limits: ResourceLimits(
        wall: .seconds(120), cpu: .seconds(120), memoryMiB: 2048, outputKiB: 1024),
      channel: Frame.encode(job, nonce: nonce))
    let transcript = ChannelTranscript(outcome.channel, nonce: nonce)
    try #require(transcript.distrust == nil)
    return transcript.messages.compactMap { message in
      if case .found(let finding) = message { finding } else { nil }
    }
  }

  @Test func `every failure of the starter replays ten times out of ten`() throws {
    let environment = ProcessInfo.processInfo.environment
    let home = try Home.locate()
    let workshop = try Workshop(home: home, environment: environment)
    let kata = try Catalog.load(directories: [home.katas]).kata("withdraw")
    let scratch = try workshop.scratch()
    let built = try workshop.build(
      Submission(path: kata.starterPath), for: kata, in: scratch.path, arenas: [.explore])
    let executable = built.executable(for: .explore)
    var job = Job(arena: .explore, drivers: [.threads], seed: 1, budgetMilliseconds: 60_000)
    let found = try run(job, executable, workshop)
    #expect(found.contains { $0.kind == .invariant })
    #expect(found.contains { $0.kind == .race })
    for failure in found.prefix(4) {
      job.replay = Job.Replay(
        scenario: failure.scenario, driver: failure.driver, schedule: try #require(failure.schedule)
      )
      for _ in 1...10 {
        let again = try run(job, executable, workshop)
        #expect(again.contains { $0.kind == failure.kind && $0.message == failure.message })
      }
    }
  }
}
