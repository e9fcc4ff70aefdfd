import Foundation
import Observation

@Observable private final class Model: @unchecked Sendable {
  var title = "a"
  var other = 0
}

@MainActor @Observable private final class Screen {
  var count = 0
  nonisolated init() {}
}

func observations() {
  program("observed", "a change of what was read is told once", .correct, ["1"]) {
    let model = Model()
    let counter = Counter()
    withObservationTracking {
      _ = model.title
    } onChange: {
      counter.value += 1
    }
    model.other = 1
    model.title = "b"
    model.title = "c"
    return "\(counter.value)"
  }

  program("observed-before", "onChange comes before the change", .correct, ["a b"]) {
    let model = Model()
    let notes = Notes()
    withObservationTracking {
      _ = model.title
    } onChange: { [unowned model] in
      notes.add(model.title)
    }
    model.title = "b"
    notes.add(model.title)
    return notes.text
  }

  program("observed-races", "an observable class is not safe by itself", .races, ["0", "1"]) {
    let model = Model()
    let writer = Runner { model.other = 1 }  // race
    jitter()
    let seen = model.other  // race
    writer.join()
    return "\(seen)"
  }

  program("observed-on-main", "an observable class of the main actor", .correct, ["2"]) {
    let screen = Screen()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { await MainActor.run { screen.count += 1 } } }
    }
    return "\(await screen.count)"
  }
}
