import CScheduler
import KataKit
import Records

extension RetainGraph {
  /// Says what keeps an object alive: a cycle, and what holds it from outside.
  ///
  /// - Parameter object: The caller has one reference to it.
  func explain(_ object: UnsafeRawPointer) -> Retention {
    guard let target = index[UInt(bitPattern: object)] else { return .unnamed }
    let sure = Walk(self, from: target, vaguely: false)
    let all = Walk(self, from: target, vaguely: true)
    var retention = Retention()
    if let cycle = sure.cycle ?? all.cycle {
      retention.places.append(Place(what: text(cycle), thread: ""))
    }
    if let (root, chain) = sure.root ?? all.root {
      retention.places += places(of: root, chain)
    }
    retention.places += globals(among: sure)
    guard retention.places.isEmpty else { return retention }
    if sure.metUnfreedTimer, sure.open.isEmpty {
      retention.isOnlyInvalidTimer = true
      return retention
    }
    retention.places = [stack(among: sure) ?? unnamed(among: sure)]
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
  struct Walk {
    private(set) var cycle: Chain?
    private(set) var root: (Root, Chain)?
    /// Whatever was met that has more references than are accounted for, nearest first.
    private(set) var open: [Int] = []
    /// A timer was met that only Foundation keeps.
    private(set) var metUnfreedTimer = false
    private let target: Int
    private var towards: [Int: (next: Int, offset: Int)] = [:]

    /// - Parameter vaguely: Whether a task's memory counts as holding what has more references than
    ///   others account for.
    init(_ graph: RetainGraph, from target: Int, vaguely: Bool) {
      self.target = target
      var queue = [target]
      var head = 0
      while head < queue.count {
        let held = queue[head]
        head += 1
        let unaccounted = graph.unaccounted(held, known: held == target ? 1 : 0)
        if let found = graph.root(of: held) {
          if root == nil { root = (found, chain(from: held)) }
        } else if unaccounted.map({ $0 > 0 }) ?? graph.holders[held].isEmpty {
          open.append(held)
        }
        for edge in graph.holders[held] {
          let kind = graph.nodes[edge.holder].kind
          guard !kind.isVague || vaguely && unaccounted ?? 1 > 0 else { continue }
          // Memory of no known kind may be where a task keeps what it needs, or anything else.
          if case .unknown = graph.nodes[held].kind, !kind.isVague { continue }
          if edge.holder == target {
            if cycle == nil { cycle = [(target, edge.offset)] + chain(from: held) }
            continue
          }
          if case .timer(let state) = kind {
            if state != .scheduled { metUnfreedTimer = true }
            if state == .invalid { continue }
          }
          guard towards[edge.holder] == nil else { continue }
          towards[edge.holder] = (held, edge.offset)
          queue.append(edge.holder)
        }
      }
    }

    /// How something that was met leads to what was searched from.
    func chain(from start: Int) -> Chain {
      var chain: Chain = []
      var at = start
      while at != target, let step = towards[at] {
        chain.append((at, step.offset))
        at = step.next
      }
      return chain + [(target, 0)]
    }
  }

  private func root(of node: Int) -> Root? {
    let address = nodes[node].block.address
    switch nodes[node].kind {
    case .timer(.scheduled): return .runLoop
    case .task: return .task
    default:
      return roots.first { $0.object == address && !$0.cancelled }.map(Root.due)
    }
  }

  private func places(of root: Root, _ chain: Chain) -> [Place] {
    let path = text(chain)
    let block = nodes[chain[0].node].block
    switch root {
    case .runLoop:
      return [
        Place(
          what: "the run loop keeps a timer that is still valid: \(path)", thread: "",
          addresses: block.madeAt, origin: "the timer was made")
      ]
    case .task:
      let due = sleep(of: chain[0].node).map { Self.seconds($0.due) }
      return task(
        "a task that \(due.map { "sleeps until \($0)" } ?? "has not ended"): \(path)", block)
    case .due(let due):
      let (what, origin) =
        switch due.kind {
        case RS_ROOT_SOURCE: ("a dispatch timer that still ticks", "made")
        case RS_ROOT_QUEUED: ("work on a queue that has not run", "handed over")
        default: ("held until the block runs at \(Self.seconds(due.due))", "asked for")
        }
      return [
        Place(
          what: "\(what): \(path)", thread: "", addresses: Addresses.inExecutable([due.pc]),
          origin: origin)
      ]
    }
  }

  /// A task, and where it waits.
  private func task(_ what: String, _ block: rs_memory) -> [Place] {
    let waits = withUnsafeTemporaryAllocation(of: UInt.self, capacity: 6) { room in
      let count = rs_task_places(block.address, room.baseAddress, UInt32(room.count))
      return Addresses.inExecutable(room.prefix(Int(count)))
    }
    return [
      Place(what: what, thread: "", addresses: block.madeAt, origin: "the task was made"),
      Place(what: "", thread: "", addresses: waits, origin: "the task waits"),
    ]
  }

  /// The global variables that hold one of some blocks.
  private func globals(among walk: Walk) -> [Place] {
    GlobalVariable.holding(Set(walk.open.map { nodes[$0].block.address })).prefix(2).map { global in
      let chain = walk.chain(from: index[global.held]!)
      let path = name(of: chain[0].node) == nil || chain.count > 1 ? ": \(text(chain))" : ""
      return Place(what: "the global variable `\(global.name)` holds it\(path)", thread: "")
    }
  }

  /// A thread whose stack refers to one of some blocks that has more references than are known.
  private func stack(among walk: Walk) -> Place? {
    for node in walk.open {
      var pc: UInt = 0
      guard rs_thread_keeps(nodes[node].block.address, &pc) else { continue }
      return Place(
        what: "a thread that has not ended has it on its stack: \(text(walk.chain(from: node)))",
        thread: "", addresses: Addresses.inExecutable([pc]), origin: "the thread waits")
    }
    return nil
  }

  /// As much as is known: what the unknown holds.
  private func unnamed(among walk: Walk) -> Place {
    var place = Retention.unnamed.places[0]
    // Whoever holds what holds it is of more interest than who may hold it as well.
    let chains = walk.open.map(walk.chain)
    guard let chain = chains.first(where: { $0.count > 1 }) ?? chains.first else { return place }
    if chain.count > 1 { place.what += ": \(text(chain))" }
    return place
  }

  /// "100 s"
  static func seconds(_ nanoseconds: UInt64) -> String {
    let tenths = (Double(nanoseconds) / 1e8).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths)) s" : "\(tenths) s"
  }
}

extension Retention {
  /// Nobody knows.
  static var unnamed: Retention {
    var retention = Retention()
    retention.places = [Place(what: "something that could not be named holds it", thread: "")]
    return retention
  }
}

extension rs_memory {
  /// Where in the program it was made, innermost first; empty unless that is traced.
  var madeAt: [UInt64] {
    withUnsafeBytes(of: makers) { raw in
      Addresses.inExecutable(raw.bindMemory(to: UInt.self).prefix { $0 != 0 })
    }
  }
}
