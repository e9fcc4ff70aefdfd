import CScheduler
import Foundation

/// Who keeps whom alive, among the objects of the schedule under way: read off memory, block by block.
///
/// Every word of a live block that is the address of another is taken for a reference, unless what
/// is known of the block says otherwise: fields and captures that are weak or unowned are none.
/// Tasks and memory of unknown kind may hold addresses that nothing refers to any more, so they
/// are asked last.
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
    /// A timer of Foundation's, and whether it still fires.
    case timer(isValid: Bool)
    case unknown

    /// Memory that may hold addresses which nothing refers to any more.
    var isVague: Bool {
      switch self {
      case .task, .unknown: true
      default: false
      }
    }
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
        let timer = Unmanaged<Timer>.fromOpaque(UnsafeRawPointer(bitPattern: block.address)!)
        return .timer(isValid: timer._withUnsafeGuaranteedRef { $0.isValid })
      }
      return .object(type, instanceSize: size)
    case .context(let captures): return .context(captures: captures)
    case .task: return .task
    case nil: return .unknown
    }
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

  private func keeps(_ holder: Node, _ held: Node, offset: Int) -> Bool {
    switch holder.kind {
    case .object(let type, let instanceSize):
      guard offset >= 16 else { return false }
      guard offset < instanceSize else { return true }
      return StoredField.of(type, at: offset)?.isStrong ?? true
    case .context(let captures):
      guard offset >= 16 else { return false }
      guard let captures, case .object(let type, _) = held.kind else { return true }
      return !CaptureList.holdsOnlyWeakly(type, captures: captures, isReadable: isReadable)
    case .timer, .closureBlock: return offset >= 16
    case .task: return offset >= 16
    case .unknown: return !isSideTable(holder, of: held, offset: offset)
    case .source, .dispatch: return false
    }
  }

  /// The weak references of an object lead through a block that knows its address.
  private func isSideTable(_ holder: Node, of held: Node, offset: Int) -> Bool {
    guard offset == 0 else { return false }
    let count = UnsafePointer<UInt>(bitPattern: held.block.address)![1]
    return count >> 63 == 1 && (count & ~(3 << 62)) << 3 == holder.block.address
  }
}
