/// Keeps a command in: what it sees, what it may use, and that nothing of it is left behind.
///
/// Under bubblewrap a command has its own process, network, IPC and mount namespaces, no
/// capabilities, an empty environment, and a filter that refuses system calls nobody here needs.
/// Not stopped: what the kernel itself gets wrong, and measuring time.
///
/// Without bubblewrap only limits hold: the command sees every file that its user sees, and the
/// network. Processes that it detached are looked for and killed at the end, as well as that can
/// be done. Grade strangers' code with bubblewrap only.
package struct Box: Sendable {
  /// How commands are kept in.
  package let confinement: Confinement

  package init(confinement: Confinement) {
    self.confinement = confinement
  }

  /// The strongest box that this machine allows. It is tried once by running something in it.
  package static func detect() -> Box {
    Box(confinement: .detected)
  }

  /// What keeps a command in, for reports: "bubblewrap, resource limits".
  package var description: String {
    confinement.description
  }

  /// Runs a command to its end. Blocks the calling thread; safe to call from several at once.
  ///
  /// - Returns: how it ended and what it printed.
  /// - Throws: `BoxError` if the box could not be set up, or the command not be started.
  package func run(
    _ command: Command, access: Access = Access(), limits: ResourceLimits
  ) throws(BoxError) -> ProcessResult {
    try BoxedProcess(command: command, access: access, limits: limits, confinement: confinement)
      .run().result
  }

  /// Runs a command that has a private channel on `Frame.descriptor`.
  ///
  /// - Parameter input: what the command finds in the channel; then the channel's end.
  /// - Returns: the result, and all that the command wrote to the channel.
  /// - Throws: `BoxError` if the box could not be set up, or the command not be started.
  package func run(
    _ command: Command, access: Access, limits: ResourceLimits, channel input: [UInt8]
  ) throws(BoxError) -> (result: ProcessResult, channel: [UInt8]) {
    try BoxedProcess(
      command: command, access: access, limits: limits, confinement: confinement, input: input
    ).run()
  }
}
