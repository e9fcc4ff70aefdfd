import Testing

@testable import Grading

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct ProcessTreeTests {
  @Test func `a process that sees the whole machine is no box's first`() {
    // As bubblewrap's child is while it builds the box.
    let tree = ProcessTree.box(firstProcess: getpid())
    #expect(tree == nil)
  }

  @Test func `a tree has its top, its memory and its threads`() {
    let usage = ProcessTree.descendants(of: getpid()).usage()
    #expect(usage.processes.contains { $0.id == getpid() })
    #expect(usage.residentKiB > 1000)
    #expect(usage.tasks >= usage.processes.count)
  }

  @Test func `shared memory is divided among those who share it`() {
    let tree = ProcessTree.descendants(of: getpid())
    let usage = tree.usage()
    let exact = tree.proportionalKiB(of: usage)
    #expect(exact > 0)
    // Memory may have been taken between the two looks.
    #expect(exact < usage.residentKiB + (64 << 10))
  }

  @Test func `what is not there uses nothing`() {
    #expect(ProcessTree.descendants(of: -1).usage() == ProcessTree.Usage())
  }
}
