import Foundation

/// What the figures were measured on; nothing that tells whose machine it is.
struct Machine {
  var processor: String
  var cores: Int
  var memoryMiB: Int
  var load: String

  static func current() -> Machine {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = lines.split(separator: "\n").first { $0.hasPrefix("model name") }
      .flatMap { $0.split(separator: ":").last }
    let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
    return Machine(
      processor: model.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor",
      cores: ProcessInfo.processInfo.activeProcessorCount,
      memoryMiB: Int(ProcessInfo.processInfo.physicalMemory >> 20),
      load: load.split(separator: " ").first.map(String.init) ?? "unknown")
  }
}
