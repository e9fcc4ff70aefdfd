#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What keeps a boxed command in.
package enum Confinement: Sendable, Equatable {
  /// Namespaces by bubblewrap, with limits.
  case bubblewrap(Bubblewrap)
  /// Limits only, and why.
  case limitsOnly(reason: String)

  /// The strongest that works here: found out once, by running it.
  package static let detected = detect(candidates: ["/usr/bin/bwrap", "/usr/local/bin/bwrap"])

  /// For reports: "bubblewrap, resource limits".
  package var description: String {
    switch self {
    case .bubblewrap(let bubblewrap) where bubblewrap.filtersSystemCalls:
      "bubblewrap, resource limits"
    case .bubblewrap:
      "bubblewrap without a system call filter, resource limits"
    case .limitsOnly(let reason):
      "resource limits only (bubblewrap: \(reason))"
    }
  }

  /// Tries each path, with everything and then with what older versions know.
  package static func detect(candidates: [String]) -> Confinement {
    guard let path = candidates.first(where: { access($0, X_OK) == 0 }) else {
      return .limitsOnly(reason: "not installed")
    }
    var reason = "does not start here"
    for (sizes, filter) in [(true, true), (false, true), (false, false)] {
      let bubblewrap = Bubblewrap(path: path, limitsSizes: sizes, filtersSystemCalls: filter)
      switch trial(of: .bubblewrap(bubblewrap)) {
      case nil: return .bubblewrap(bubblewrap)
      case let failure?: reason = failure
      }
    }
    return .limitsOnly(reason: reason)
  }

  /// Why a command cannot be run this way; nil if it can.
  private static func trial(of confinement: Confinement) -> String? {
    let limits = ResourceLimits(wall: .seconds(10), cpu: .seconds(10))
    let command = Command(executable: "/bin/sh", arguments: ["-c", "exit 77"])
    do {
      let result = try Box(confinement: confinement).run(command, limits: limits)
      return result.end == .exited(code: 77) ? nil : "\(result.end)"
    } catch .notStarted(let reason) {
      return reason
    } catch {
      return error.description
    }
  }
}
