import Foundation

func classics() {
  // A stack without locks: one thread is about to replace the top by the node after it, while
  // another takes two nodes and puts the first one back.
  benchmark("ABA stack") {
    // Node n stands before `next[n]`; 0 is the end.
    let next = [0, 2, 3, 0].map { Shared($0) }
    let (top, holders) = (Shared(1), (0..<4).map { _ in Shared() })
    func pop() -> Int? {
      while true {
        let node = top.value
        guard node != 0 else { return nil }
        if top.replace(node, with: next[node].value) {
          holders[node].add(1)
          return node
        }
      }
    }
    func push(_ node: Int) {
      holders[node].add(-1)
      while true {
        let old = top.value
        next[node].value = old
        if top.replace(old, with: node) { return }
      }
    }
    together(
      { _ = pop() },
      {
        guard let first = pop() else { return }
        _ = pop()
        push(first)
      })
    // Nobody who is held stands on the stack.
    var node = top.value
    for _ in 0..<4 where node != 0 {
      if holders[node].value != 0 { return false }
      node = next[node].value
    }
    return true
  }

  // The fast path looks at the flag, which is set before what it stands for.
  benchmark("double-checked lock") {
    let (lock, promise, isMade, made) = (NSLock(), Promise(), Shared(), Shared())
    func use() {
      if isMade.value == 0 {
        lock.withLock {
          if isMade.value == 0 {
            isMade.value = 1
            made.value = 7
          }
        }
      }
      promise.expect(made.value == 7)
    }
    together(times(2) { use() })
    return promise.isKept
  }
}
