import Foundation
import Records
import Search

extension Explorer {
  /// Says what the samples are worth, where nothing else could be said: a clean sample is no proof, but
  /// it is no mere hope either.
  func noteWorth() {
    guard result.findings.isEmpty, !result.isExhausted, result.notCheckedReason == nil else {
      return
    }
    let samples = result.phases[firstCounted...].filter { $0.name == "samples" }
      .map(\.schedules).reduce(0, +)
    let worth = SampleWorth(
      schedules: Portfolio.share(of: samples), threads: shared.progress.pointee.threads,
      steps: shared.progress.pointee.longest)
    guard worth.schedules > 0 else { return }
    let chances = [2, 3].map {
      String(format: "%.2g", floor(worth.chance(ofDepth: $0) * 100) / 100)
    }
    result.notes.append(
      Note(
        id: "sampled",
        message:
          "'\(options.scenario)', called from \(options.driver.rawValue), is too much to be run "
          + "in every order: \(samples) random schedules would have met a fault of depth 2 with a "
          + "probability of at least \(chances[0]), and one of depth 3 with at least \(chances[1]) "
          + "(\(worth.threads) threads, \(worth.steps) steps)"))
  }
}
