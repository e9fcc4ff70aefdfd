/// Runs the toolchain's programs in a box, each with its own limit: a file that takes the
/// compiler for ever is a verdict on that file alone.
package struct Compiler: Sendable {
  /// The toolchain.
  package let toolchain: Toolchain
  /// Where its programs run.
  package let box: Box
  /// Folders that they may read, beside the toolchain.
  package var readable: [String] = []
  /// Folders that they may write.
  package var writable: [String] = []
  /// Where the C modules that Swift imports are kept, once compiled; nil compiles them each time.
  package var moduleCache: String?
  /// What one call may use. Processor time decides: a busy machine is no fault of a file.
  package var limits = ResourceLimits(
    wall: .seconds(600), cpu: .seconds(120), memoryMiB: 2048, outputKiB: 1024, fileMiB: 512)

  /// - Parameters:
  ///   - toolchain: Whose programs to run.
  ///   - box: Where to run them.
  package init(toolchain: Toolchain, box: Box) {
    self.toolchain = toolchain
    self.box = box
  }

  /// Compiles Swift sources as one module by the compiler proper, without the driver, which
  /// would take longer than the compiler does.
  package func swiftModule(
    _ name: String, _ sources: [String], _ arguments: [String], workingDirectory: String = "/"
  ) throws(BoxError) -> ProcessResult {
    let host = toolchain.root + "/lib/swift/host"
    return try run(
      toolchain.frontend,
      ["-frontend", "-c"] + sources + [
        "-target", Toolchain.target, "-disable-objc-interop", "-no-color-diagnostics",
        "-diagnostic-style", "llvm", "-parse-as-library", "-in-process-plugin-server-path",
        host + "/libSwiftInProcPluginServer.so", "-plugin-path", host + "/plugins",
        "-module-name", name,
      ] + (moduleCache.map { ["-module-cache-path", $0] } ?? []) + arguments,
      workingDirectory: workingDirectory)
  }

  /// Links a program against the toolchain's shared libraries.
  package func link(
    _ objects: [String], to program: String, _ arguments: [String] = []
  ) throws(BoxError) -> ProcessResult {
    let libraries = [
      "Foundation", "FoundationEssentials", "FoundationInternationalization", "swiftObservation",
      "swiftSynchronization", "swiftDispatch", "dispatch", "BlocksRuntime", "swift_Concurrency",
      "swift_StringProcessing", "swift_Builtin_float", "swift_Volatile", "swiftGlibc",
      "swiftSwiftOnoneSupport", "swiftCore", "m",
    ]
    return try run(
      toolchain.clang,
      [
        "-fuse-ld=lld", "-pie", "--target=" + Toolchain.target, "-o", program,
        "-L", toolchain.libraries, "-Xlinker", "-rpath", "-Xlinker", toolchain.libraries,
        toolchain.runtimeStart,
      ] + objects + arguments + ["-Xlinker", "--as-needed"] + libraries.map { "-l" + $0 })
  }

  /// Runs `clang`.
  package func clang(_ arguments: [String]) throws(BoxError) -> ProcessResult {
    try run(toolchain.clang, arguments)
  }

  /// Runs another program of the toolchain.
  package func run(
    _ program: String, _ arguments: [String], workingDirectory: String = "/"
  ) throws(BoxError) -> ProcessResult {
    try box.run(
      Command(
        executable: program, arguments: arguments,
        environment: [
          "PATH": toolchain.root + "/bin:/usr/bin:/bin", "HOME": "/tmp", "TMPDIR": "/tmp",
          "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
        ], workingDirectory: workingDirectory),
      access: Access(
        readOnly: [toolchain.root] + readable, writable: writable, temporaryMiB: 1024),
      limits: limits)
  }
}
