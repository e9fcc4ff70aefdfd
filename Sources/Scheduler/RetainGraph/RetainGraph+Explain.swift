import CScheduler
import KataKit
import Records

extension RetainGraph {
  /// Says what keeps an object alive: a cycle, or what holds it from outside.
  func explain(_ object: UnsafeRawPointer) -> Retention {
    let address = UInt(bitPattern: object)
    var retention = Retention()
    guard let target = index[address] else { return retention }
    var metInvalidTimer = false
    for vaguely in [false, true] {
      let walk = Walk(self, from: target, vaguely: vaguely)
      metInvalidTimer = metInvalidTimer || walk.metInvalidTimer
      if let cycle = walk.cycle {
        retention.places.append(Place(what: text(cycle), thread: ""))
      }
      if let (root, chain) = walk.root { retention.places.append(place(of: root, chain)) }
      if !retention.places.isEmpty { return retention }
      // A timer that was invalidated is a sure holder; what a task's memory holds is none.
      if metInvalidTimer {
        retention.isOnlyInvalidTimer = true
        return retention
      }
    }
    var pc: UInt = 0
    if rs_global_keeps(address) {
      retention.places.append(Place(what: "a global variable holds it", thread: ""))
    } else if rs_thread_keeps(address, &pc) {
      retention.places.append(
        Place(
          what: "a thread that has not ended holds it, and waits", thread: "",
          addresses: Addresses.inExecutable([pc])))
    }
    retention.isOnlyInvalidTimer = retention.places.isEmpty && metInvalidTimer
    return retention
  }

  /// From one block to the next, from the holder to the held. The offset is where in the holder the
  /// reference to the next one lies.
  typealias Chain = [(node: Int, offset: Int)]

  /// What holds something without being held itself.
  enum Root {
    case due(rs_root)
    case runLoop
    case task
  }

  /// A search from the held to its holders, nearest first.
  private struct Walk {
    private(set) var cycle: Chain?
    private(set) var root: (Root, Chain)?
    private(set) var metInvalidTimer = false

    init(_ graph: RetainGraph, from target: Int, vaguely: Bool) {
      var towards: [Int: (next: Int, offset: Int)] = [:]
      func chain(from start: Int) -> Chain {
        var chain: Chain = []
        var at = start
        while at != target, let step = towards[at] {
          chain.append((at, step.offset))
          at = step.next
        }
        return chain + [(target, 0)]
      }
      var queue = [target]
      var head = 0
      while head < queue.count {
        let held = queue[head]
        head += 1
        if root == nil, let found = graph.root(of: held) { root = (found, chain(from: held)) }
        for edge in graph.holders[held] {
          if edge.holder == target {
            if cycle == nil { cycle = [(target, edge.offset)] + chain(from: held) }
            continue
          }
          let kind = graph.nodes[edge.holder].kind
          if case .timer(false) = kind {
            metInvalidTimer = true
            continue
          }
          guard vaguely || !kind.isVague, towards[edge.holder] == nil else { continue }
          towards[edge.holder] = (held, edge.offset)
          queue.append(edge.holder)
        }
      }
    }
  }

  private func root(of node: Int) -> Root? {
    switch nodes[node].kind {
    case .timer(true): return .runLoop
    case .task: return .task
    default:
      return roots.first { $0.object == nodes[node].block.address && !$0.cancelled }.map(Root.due)
    }
  }

  private func place(of root: Root, _ chain: Chain) -> Place {
    let path = text(chain)
    let node = nodes[chain[0].node]
    switch root {
    case .runLoop:
      return Place(
        what: "the run loop keeps a timer that is still valid: \(path); the timer was made",
        thread: "", addresses: Addresses.inExecutable([node.block.pc]))
    case .task:
      return Place(
        what: "a task that has not ended: \(path); the task was made", thread: "",
        addresses: Addresses.inExecutable([node.block.pc]))
    case .due(let due):
      let what =
        switch due.kind {
        case RS_ROOT_AFTER:
          "held until the block runs at \(Self.seconds(due.due)): \(path); asked for"
        case RS_ROOT_SOURCE: "a dispatch timer that still ticks: \(path); made"
        default: "a task that sleeps until \(Self.seconds(due.due)): \(path); begun"
        }
      return Place(what: what, thread: "", addresses: Addresses.inExecutable([due.pc]))
    }
  }

  /// "100 s"
  static func seconds(_ nanoseconds: UInt64) -> String {
    let tenths = (Double(nanoseconds) / 1e8).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths)) s" : "\(tenths) s"
  }
}
