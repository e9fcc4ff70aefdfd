import CScheduler
import Foundation

/// Who keeps whom alive, among the objects of the schedule under way: read off memory, block by block.
///
/// Every word of a live block that is the address of another is taken for a reference, unless what
/// is known of the block says otherwise: fields and captures that are weak or unowned are none, nor
/// is what lies in an array where no element is. Tasks and memory of unknown kind may hold addresses
/// that nothing refers to any more: they count as holders only of what has more references than the
/// others account for.
struct RetainGraph {
  /// A block.
  struct Node {
    let block: rs_memory
    let kind: Kind
    var isTracked: Bool { block.size > 0 }
  }
  enum Kind {
    case object(Any.Type, instanceSize: Int)
    case context(captures: UnsafeRawPointer?)
    case closureBlock
    case source
    case dispatch
    case task
    /// A task that has come to its end, or the one that asks.
    case endedTask
    /// A timer of Foundation's.
    case timer(TimerState)
    case unknown

    /// Memory that may hold addresses which nothing refers to any more.
    var isVague: Bool {
      switch self {
      case .task, .unknown: true
      default: false
      }
    }
    /// Swift counts the references to it.
    var isCounted: Bool {
      switch self {
      case .object, .context, .task, .endedTask, .timer: true
      default: false
      }
    }
  }
  /// Foundation frees no timer, whatever its state.
  enum TimerState {
    /// A run loop keeps it, and it fires.
    case scheduled
    /// No run loop has it: on other systems it lives as long as somebody holds it.
    case idle
    case invalid
  }
  /// One block's reference to another.
  struct Edge {
    let holder: Int
    /// Where in the holder.
    let offset: Int
  }

  private(set) var nodes: [Node] = []
  private(set) var index: [UInt: Int] = [:]
  /// By the block that is held: who holds it.
  private(set) var holders: [[Edge]] = []
  let roots: [rs_root]

  /// Reads the memory of the schedule under way.
  ///
  /// - Returns: nil if blocks were not remembered.
  init?() {
    var count = 0
    guard let blocks = rs_blocks_live(&count) else { return nil }
    roots = withUnsafeTemporaryAllocation(of: rs_root.self, capacity: 256) { room in
      Array(room.prefix(rs_roots(room.baseAddress, room.count)))
    }
    nodes = UnsafeBufferPointer(start: blocks, count: count).sorted { $0.number < $1.number }
      .map { Node(block: $0, kind: .unknown) }
    for (number, node) in nodes.enumerated() { index[node.block.address] = number }
    for number in nodes.indices {
      nodes[number] = Node(block: nodes[number].block, kind: kind(of: nodes[number].block))
    }
    holders = Array(repeating: [], count: nodes.count)
    for number in nodes.indices { addEdges(of: number) }
  }

  private func isReadable(_ address: UInt) -> Bool { rs_is_mapped(address) }

  private func kind(of block: rs_memory) -> Kind {
    guard block.size >= 16 else { return .unknown }
    switch rs_held_kind_of(block.address) {
    case RS_HELD_BLOCK: return .closureBlock
    case RS_HELD_SOURCE: return .source
    case RS_HELD_QUEUE, RS_HELD_DISPATCH: return .dispatch
    default: break
    }
    let first = UnsafePointer<UInt>(bitPattern: block.address)!.pointee
    // Metadata was there before the schedule; what lies in a block of its own is a list or the like.
    switch HeapMetadata(at: first, isReadable: isReadable) {
    case .type(let type, let size):
      guard size <= Int(block.size) else { return .unknown }
      if type == Timer.self {
        return .timer(Self.state(of: UnsafeRawPointer(bitPattern: block.address)!))
      }
      return .object(type, instanceSize: size)
    case .context(let captures): return .context(captures: captures)
    case .task: return rs_task_is_over(block.address) ? .endedTask : .task
    case nil: return .unknown
    }
  }

  private static func state(of address: UnsafeRawPointer) -> TimerState {
    let timer = Unmanaged<Timer>.fromOpaque(address)
    guard timer._withUnsafeGuaranteedRef({ $0.isValid }) else { return .invalid }
    // Its first property is CoreFoundation's timer, whose tenth word is the run loop that has it
    // (`struct __CFRunLoopTimer` in CFRunLoop.c of Foundation 6.3).
    let inner = address.load(fromByteOffset: 16, as: UnsafePointer<UInt>?.self)
    return inner.map { $0[9] != 0 } ?? true ? .scheduled : .idle
  }

  /// How many references to an object nobody accounts for who is known to hold something; nil where
  /// references are not counted.
  ///
  /// - Parameter known: References that are known besides, such as that of the caller.
  func unaccounted(_ node: Int, known: Int = 0) -> Int? {
    guard nodes[node].kind.isCounted else { return nil }
    let object = UnsafeRawPointer(bitPattern: nodes[node].block.address)!
    guard let count = ReferenceCount.strong(object, isReadable: isReadable) else { return nil }
    return count - known - holders[node].count { !nodes[$0.holder].kind.isVague }
  }

  private mutating func addEdges(of holder: Int) {
    let node = nodes[holder]
    if case .source = node.kind {
      var kept: [UInt] = [0, 0, 0]
      let count = rs_dispatch_keeps(node.block.address, &kept, kept.count)
      for address in kept.prefix(count) {
        if let held = index[address] { holders[held].append(Edge(holder: holder, offset: 0)) }
      }
      return
    }
    let words = Int(node.block.size) / 8
    let start = UnsafePointer<UInt>(bitPattern: node.block.address)!
    for word in 0..<words {
      // Bits that no address has may say which case of an enumeration it is.
      let address = start[word] & 0x00ff_ffff_ffff_fff8
      guard address != 0, let held = index[address], held != holder || word > 1 else { continue }
      if keeps(node, nodes[held], offset: word * 8) {
        holders[held].append(Edge(holder: holder, offset: word * 8))
      }
    }
  }

  /// When a task goes on that sleeps; nil if it does not sleep.
  ///
  /// `Task.sleep` has another task, which is due then, resume the first one. That knows it by a small
  /// block of memory that both share (TaskSleepDuration.swift in the standard library).
  func sleep(of task: Int) -> rs_root? {
    var near = holders[task].map(\.holder).filter {
      if case .unknown = nodes[$0].kind { nodes[$0].block.size <= 32 } else { false }
    }
    for _ in 0..<3 {
      near = near.flatMap { holders[$0].map(\.holder) }.filter { $0 != task }
      for node in near {
        let address = nodes[node].block.address
        if let due = roots.first(where: { $0.kind == RS_ROOT_TASK && $0.object == address }) {
          return due
        }
      }
    }
    return nil
  }

  private func keeps(_ holder: Node, _ held: Node, offset: Int) -> Bool {
    switch holder.kind {
    case .object(let type, let instanceSize):
      guard offset >= 16 else { return false }
      guard offset < instanceSize else {
        let block = UnsafeRawPointer(bitPattern: holder.block.address)!
        return !Storage.isVacant(type, block: block, offset: offset)
      }
      guard let field = StoredField.of(type, at: offset) else { return true }
      // A pointer may be all that is known of memory, or of an object of Dispatch's.
      return field.isStrong && (!field.isPlain || !held.kind.isCounted)
    case .context(let captures):
      guard offset >= 16 else { return false }
      guard let captures, case .object(let type, _) = held.kind else { return true }
      return !CaptureList.holdsOnlyWeakly(type, captures: captures, isReadable: isReadable)
    case .timer, .closureBlock: return offset >= 16
    case .task: return offset >= 16
    // What it did is over, and its memory says nothing.
    case .endedTask: return false
    case .unknown: return !isSideTable(holder, of: held, offset: offset)
    case .source, .dispatch: return false
    }
  }

  /// The weak references of an object lead through a block that knows its address.
  private func isSideTable(_ holder: Node, of held: Node, offset: Int) -> Bool {
    guard offset == 0 else { return false }
    let count = UnsafePointer<UInt>(bitPattern: held.block.address)![1]
    return ReferenceCount.sideTable(count) == holder.block.address
  }
}
