import Records

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// All that connects the grader with one boxed command.
struct Connections: ~Copyable {
  private let null: FileDescriptor
  private var filter: FileDescriptorPair
  private var stdout: FileDescriptorPair
  private var stderr: FileDescriptorPair
  private var status: FileDescriptorPair
  private var channel: FileDescriptorPair

  /// Opens them.
  static func open() throws(BoxError) -> Connections {
    let null = try FileDescriptor.open("/dev/null", O_RDWR)
    let filter = try FileDescriptorPair.holding(SystemCallFilter.program ?? [])
    let stdout = try FileDescriptorPair.sockets()
    let stderr = try FileDescriptorPair.sockets()
    let status = try FileDescriptorPair.sockets()
    let channel = try FileDescriptorPair.sockets()
    return Connections(
      null: null, filter: filter, stdout: stdout, stderr: stderr, status: status, channel: channel)
  }

  /// The grader's ends, as numbers: standard output and error, bubblewrap's word, the channel.
  var ours: Ends {
    Ends(stdout: stdout.ours, stderr: stderr.ours, status: status.ours, channel: channel.ours)
  }

  /// The grader's ends as plain numbers; they live as long as the connections.
  struct Ends {
    var stdout: Int32
    var stderr: Int32
    var status: Int32
    var channel: Int32
  }

  /// Which descriptor the child finds at which number.
  func forChild(of confinement: Confinement, hasChannel: Bool) -> [(ours: Int32, theirs: Int32)] {
    var descriptors = [(ours: null.number, theirs: Int32(0))]
    descriptors.append((stdout.theirs, 1))
    descriptors.append((stderr.theirs, 2))
    if hasChannel {
      descriptors.append((channel.theirs, Frame.descriptor))
    }
    if case .bubblewrap(let bubblewrap) = confinement {
      descriptors.append((status.theirs, Bubblewrap.Descriptor.status))
      if bubblewrap.filtersSystemCalls {
        descriptors.append((filter.theirs, Bubblewrap.Descriptor.filter))
      }
    }
    return descriptors
  }

  /// To be called once the child has its own copies.
  mutating func closeTheirs() {
    filter.closeTheirs()
    stdout.closeTheirs()
    stderr.closeTheirs()
    status.closeTheirs()
    channel.closeTheirs()
  }
}
