import Testing

@testable import os

struct LoggerTests {
  @Test func `every level writes a line to standard error`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let logger = Logger(subsystem: "bank", category: "account")
      logger.debug("a")
      logger.info("b \(1)")
      logger.notice("c")
      logger.warning("d")
      logger.error("e")
      logger.critical("f")
      logger.fault("g")
      logger.log("h")
      logger.log(level: .info, "i")
      logger.trace("j")
      Logger().info("k")
    }
    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    let lines = [
      "debug: a", "info: b 1", "default: c", "error: d", "error: e", "fault: f", "fault: g",
      "default: h", "info: i", "debug: j",
    ]
    for line in lines { #expect(output.contains("[bank:account] \(line)\n")) }
    #expect(output.contains("info: k\n"))
  }

  @Test func `both forms of os_log write`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let log = OSLog(subsystem: "bank", category: "account")
      os_log("plain")
      os_log("balance %{public}d", log: log, type: .error, 20)
      os_log(.info, log: log, "balance \(30)")
      os_log("silent", log: .disabled, type: .fault)
    }
    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("default: plain\n"))
    #expect(output.contains("[bank:account] error: balance 20\n"))
    #expect(output.contains("[bank:account] info: balance 30\n"))
    #expect(!output.contains("silent"))
  }

  @Test func `the disabled log has no lines`() {
    #expect(OSLog.disabled.line("text", label: "info") == nil)
    #expect(!OSLog.disabled.isEnabled(type: .fault))
    #expect(OSLog.default.line("text", label: "info") == "info: text\n")
    #expect(OSLog.default.isEnabled(type: .debug))
  }
}
