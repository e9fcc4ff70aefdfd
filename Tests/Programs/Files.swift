import Foundation

/// What a file has in it; "gone" if there is none.
private func text(of file: URL) -> String {
  guard let data = try? Data(contentsOf: file) else { return "gone" }
  return data.isEmpty ? "empty" : String(decoding: data, as: UTF8.self)
}

private func write(_ text: String, to file: URL) {
  try? Data(text.utf8).write(to: file)
}

private func remove(_ file: URL) {
  try? FileManager.default.removeItem(at: file)
}

func files() {
  program(
    "write-or-remove", "what is on disk depends on who comes last", .correct, ["new", "gone"]
  ) {
    let file = freshFile("orders")
    write("old", to: file)
    together(
      {
        jitter()
        write("new", to: file)
      },
      {
        jitter()
        remove(file)
      })
    return text(of: file)
  }

  program(
    "write-before-remove", "one lock, and a flag under it: nothing is written after the end",
    .correct, ["gone"]
  ) {
    let file = freshFile("orders")
    let lock = NSLock()
    let ends = Counter()
    together(
      { lock.withLock { if ends.value == 0 { write("new", to: file) } } },
      {
        lock.withLock {
          ends.value += 1
          remove(file)
        }
      })
    return text(of: file)
  }

  program(
    "late-write", "the flag is asked under the lock, the file is written after it", .correct,
    ["gone", "new"]
  ) {
    let file = freshFile("orders")
    let lock = NSLock()
    let ends = Counter()
    together(
      {
        let isOpen = lock.withLock { ends.value == 0 }
        jitter()
        if isOpen { write("new", to: file) }
      },
      {
        lock.withLock {
          ends.value += 1
          remove(file)
        }
      })
    return text(of: file)
  }

  program(
    "check-then-read", "a file that was there is gone when it is read", .correct,
    ["absent", "read old", "there, and gone"]
  ) {
    let file = freshFile("orders")
    write("old", to: file)
    let seen = Notes()
    together(
      {
        guard FileManager.default.fileExists(atPath: file.path) else { return seen.add("absent") }
        jitter()
        let found = text(of: file)
        seen.add(found == "gone" ? "there, and gone" : "read \(found)")
      },
      {
        jitter()
        remove(file)
      })
    return seen.text
  }

  program(
    "torn-write", "a reader comes when the file is empty already and not yet written", .correct,
    ["old", "empty", "new"]
  ) {
    let file = freshFile("orders")
    write("old", to: file)
    let seen = Notes()
    together(
      {
        jitter()
        write("new", to: file)
      },
      {
        jitter()
        seen.add(text(of: file))
      })
    return seen.text
  }

  program(
    "atomic-write", "a file that is replaced as a whole is never seen half written", .correct,
    ["old", "new"]
  ) {
    let file = freshFile("orders")
    write("old", to: file)
    let seen = Notes()
    together(
      {
        jitter()
        try? Data("new".utf8).write(to: file, options: .atomic)
      },
      {
        jitter()
        seen.add(text(of: file))
      })
    return seen.text
  }

  program("files-are-no-locks", "a file orders no accesses to memory", .races, ["0", "1"]) {
    let file = freshFile("flag")
    let counter = Counter()
    let seen = Counter()
    together(
      {
        counter.value = 1  // race
        write("set", to: file)
      },
      {
        if text(of: file) == "set" {
          seen.value = counter.value  // race
        }
      })
    return "\(seen.value)"
  }

  program(
    "queue-of-writes", "writes on one serial queue come in order", .correct, ["second"]
  ) {
    let file = freshFile("orders")
    let queue = DispatchQueue(label: "files")
    queue.async { write("first", to: file) }
    queue.async { write("second", to: file) }
    queue.sync {}
    return text(of: file)
  }

  program(
    "moved-file", "a file is in one place or in the other, or a reader misses both", .correct,
    ["old here", "old there", "nowhere"]
  ) {
    let here = freshFile("here")
    let there = here.deletingLastPathComponent().appendingPathComponent("there")
    write("old", to: here)
    let seen = Notes()
    together(
      {
        jitter()
        try? FileManager.default.moveItem(at: here, to: there)
      },
      {
        jitter()
        let first = text(of: there)
        if first != "gone" { return seen.add("\(first) there") }
        jitter()
        let second = text(of: here)
        seen.add(second == "gone" ? "nowhere" : "\(second) here")
      })
    return seen.text
  }
}
