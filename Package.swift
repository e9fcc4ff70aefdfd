// swift-tools-version: 6.2
import PackageDescription

// In pipeline order: what runs inside the box first, what judges it outside after.
let package = Package(
  name: "randori",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "kata", targets: ["kata"])],
  targets: [
    // Crosses the wall between inside and outside.
    .target(name: "Records"),
    // Inside the box. Compiled here so that warnings and tests see them; an arena links the
    // copy that the tool builds into its cache. Never linked into the tool or a test runner:
    // CScheduler takes over whatever process it is in.
    .target(name: "KataKit", dependencies: ["Records"]),
    .target(name: "Search"),
    .target(name: "CScheduler"),
    .target(name: "Scheduler", dependencies: ["CScheduler", "Search", "Records", "KataKit"]),
    .target(name: "os"),
    // Outside the box.
    .target(name: "Grading", dependencies: ["Records"]),
    .target(name: "Reporting", dependencies: ["Grading", "Records"]),
    .executableTarget(name: "kata", dependencies: ["Grading", "Reporting", "Records"]),
    // Measures; `scripts/benchmark` runs it.
    .executableTarget(
      name: "benchmarks", dependencies: ["Grading"], path: "Benchmarks",
      exclude: ["Programs", "RESULTS.md"]),

    .testTarget(name: "RecordsTests", dependencies: ["Records"]),
    .testTarget(name: "SearchTests", dependencies: ["Search"]),
    .testTarget(name: "osTests", dependencies: ["os"]),
    .testTarget(name: "GradingTests", dependencies: ["Grading", "Records"]),
    .testTarget(name: "ReportingTests", dependencies: ["Reporting", "Grading", "Records"]),
    .testTarget(name: "SchedulerTests", dependencies: ["Grading", "Reporting", "Records"]),
    // Builds the programs of Tests/Programs and runs them as processes.
    .testTarget(name: "ProgramTests", dependencies: ["Grading", "Records"]),
    .testTarget(name: "kataTests", dependencies: ["Grading", "Records"]),
  ]
)

for target in package.targets where target.name != "CScheduler" {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
  if target.type != .test {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
}
