import Foundation

/// The Swift toolchain that submissions are built with.
package struct Toolchain: Sendable, Equatable {
  /// The folder that holds `bin` and `lib`.
  package let root: String
  /// The first line of `swiftc --version`.
  package let version: String

  /// The compiler.
  package var swiftc: String { root + "/bin/swiftc" }
  /// The compiler proper, without the driver.
  package var frontend: String { root + "/bin/swift-frontend" }
  /// What every Swift program begins with.
  package var runtimeStart: String { "\(libraries)/\(Self.processor)/swiftrt.o" }
  /// The C compiler.
  package var clang: String { root + "/bin/clang" }
  /// Turns mangled names into Swift's own.
  package var demangler: String { root + "/bin/swift-demangle" }
  /// Lists a module's declarations.
  package var symbolGraphExtractor: String { root + "/bin/swift-symbolgraph-extract" }
  /// Lists an object's symbols.
  package var nm: String { root + "/bin/llvm-nm" }
  /// Turns addresses into lines.
  package var symbolizer: String { root + "/bin/llvm-symbolizer" }
  /// The folder of the runtime's shared libraries.
  package var libraries: String { root + "/lib/swift/linux" }

  #if arch(arm64)
    static let processor = "aarch64"
  #else
    static let processor = "x86_64"
  #endif
  /// What programs are built for: the machine that grades.
  package static let target = processor + "-unknown-linux-gnu"

  /// Looks for `swiftc` in a search path.
  ///
  /// - Parameters:
  ///   - searchPath: Folders separated by colons, as in `PATH`.
  ///   - box: Where the compiler is asked for its version.
  /// - Throws: `ToolchainError` if there is none, or it does not run.
  package static func locate(searchPath: String, box: Box) throws(ToolchainError) -> Toolchain {
    for folder in searchPath.split(separator: ":") {
      let candidate = "\(folder)/swiftc"
      guard FileManager.default.isExecutableFile(atPath: candidate) else { continue }
      let real = URL(fileURLWithPath: candidate).resolvingSymlinksInPath()
      // swiftc is a link to swift-driver or swift-frontend; both lie in the toolchain's bin.
      let root = real.deletingLastPathComponent().deletingLastPathComponent().path
      let result: ProcessResult
      do {
        result = try box.run(
          Command(executable: root + "/bin/swiftc", arguments: ["--version"]),
          access: Access(readOnly: [root]),
          limits: ResourceLimits(wall: .seconds(30), cpu: .seconds(20)))
      } catch {
        throw .broken(path: candidate, reason: error.description)
      }
      guard result.end == .exited(code: 0), let line = result.stdout.split(separator: "\n").first
      else {
        throw .broken(path: candidate, reason: "'swiftc --version' ended with \(result.end)")
      }
      return Toolchain(root: root, version: String(line))
    }
    throw .missing
  }
}

/// There is no usable toolchain.
package enum ToolchainError: Error, CustomStringConvertible, Equatable {
  /// No `swiftc` in the search path.
  case missing
  /// It is there but does not run.
  case broken(path: String, reason: String)

  package var description: String {
    switch self {
    case .missing:
      "no swiftc in PATH: install Swift 6.2 or later and put its usr/bin into PATH"
    case .broken(let path, let reason):
      "\(path) does not run: \(reason)"
    }
  }
}
