import Foundation
import Testing

/// What is wrong with a command line is said in one message, before anything is built.
struct CommandLineTests {
  static let wrong: [(words: [String], message: String)] = [
    ([], "no command"),
    (["grdae"], "did you mean 'grade'?"),
    (["help", "grdae"], "did you mean 'grade'?"),
    (["grade"], "ID is missing"),
    (["grade", "withdraw"], "FILE is missing"),
    (["grade", "withdrw", "a.swift"], "did you mean 'withdraw'?"),
    (["grade", "a.swift"], "which kata"),
    (["run"], "ID is missing"),
    (["run", "nothing-like-it"], "there is no kata 'nothing-like-it'"),
    (["run", "withdraw", "a.swift", "b.swift"], "'b.swift' is one word too many"),
    (["run", "withdraw", "--watch"], "FILE is missing"),
    (["show"], "ID is missing"),
    (["hint", "withdraw", "99"], "the number of a hint"),
    (["start", "withdraw", "--into", "/proc/nowhere"], "cannot be written"),
    (["grade", "withdraw", "a.swift", "--outpt", "b"], "did you mean '--output'?"),
    (["grade", "withdraw", "a.swift", "--format", "yaml"], "text, json, junit"),
    (["grade", "withdraw", "a.swift", "--format"], "--format wants a value"),
    (["grade", "withdraw", "a.swift", "--output", "/nowhere/at/all"], "folder does not exist"),
    (["grade", "withdraw", "a.swift", "--output", "."], "is a folder"),
    (["grade", "withdraw", "a.swift", "--seed", "-1"], "a whole number"),
    (["grade", "withdraw", "a.swift", "--seed=1", "--seed=2"], "given twice"),
    (["grade", "withdraw", "a.swift", "--jobs", "0"], "a whole number from 1"),
    (["grade", "withdraw", "a.swift", "--budget", "nan"], "a number of seconds"),
    (["grade", "withdraw", "a.swift", "--quiet=yes"], "--quiet takes no value"),
    (["gate", "withdraw", "a.swift", "--min-score", "101"], "from 0 to 100"),
    (["replay", "r1.abc"], "FILE is missing"),
    (["replay", "abc", "a.swift"], "no replay token"),
    (["replay", "r1.abc", "a.swift"], "damaged"),
    (["verify", "nothing-like-it"], "there is no kata"),
    (["verify", "withdraw", "--answers", "/nowhere"], "there is no such folder"),
    (["list", "--katas", "/nowhere"], "cannot be read"),
    (["doctor", "me"], "one word too many"),
  ]

  @Test(arguments: wrong)
  func `a wrong command line gets one message and exit code 2`(
    words: [String], message: String
  ) throws {
    let tool = try ToolUnderTest()
    let result = try tool.run(words)
    #expect(result.code == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(message))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func `a submission that cannot be read gets one message and exit code 2`() throws {
    let tool = try ToolUnderTest()
    try tool.write("class BankAccount {}", to: "real.swift")
    let work = tool.folder.path("work")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: work + "/link.swift", withDestinationPath: work + "/real.swift")
    try Data([0x63, 0xff, 0xfe, 0x0a]).write(to: URL(fileURLWithPath: work + "/latin.swift"))
    try tool.write("not Swift", to: "notes/readme.txt")
    try files.createDirectory(atPath: work + "/empty", withIntermediateDirectories: true)
    try tool.write(" \n", to: "blank.swift")
    try tool.write("text", to: "text.txt")
    for name in ["-dash.swift", "@list.swift"] {
      try tool.write("class BankAccount {}", to: name)
    }
    try tool.write("class A {}\0", to: "nul.swift")
    #expect(mkfifo(work + "/pipe.swift", 0o600) == 0)
    #expect(files.createFile(atPath: work + "/large.swift", contents: nil))
    try FileHandle(forWritingTo: URL(fileURLWithPath: work + "/large.swift"))
      .truncate(atOffset: 50 << 20)
    let expected = [
      "missing.swift": "there is no such file", "link.swift": "symbolic link",
      "latin.swift": "not UTF-8", "notes": "no .swift file", "empty": "no .swift file",
      "blank.swift": "holds nothing", "text.txt": "no Swift file", "pipe.swift": "no ordinary file",
      "large.swift": "larger than 1 MiB", "real.swift/below.swift": "no such file",
      "./-dash.swift": "rename it", "@list.swift": "rename it",
      "nul.swift": "NUL",
    ]
    for (file, message) in expected {
      for command in ["grade", "gate", "run"] {
        let result = try tool(command, "withdraw", file)
        #expect(result.code == 2, "\(command) \(file)")
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(message), "\(command) \(file): \(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
      }
    }
  }

  @Test func `results never go over what is graded`() throws {
    let tool = try ToolUnderTest()
    try tool.write("class A {}", to: "a.swift")
    let result = try tool("grade", "withdraw", "a.swift", "--output", "./a.swift")
    #expect(result.code == 2)
    #expect(result.errors.contains("is what is to be graded"))
    #expect(tool.text("work/a.swift") == "class A {}")
  }

  @Test(arguments: ["empty", "loose", "work-of-nobody"])
  func `a folder that is no class is refused with what a class looks like`(name: String) throws {
    let tool = try ToolUnderTest()
    try FileManager.default.createDirectory(
      atPath: tool.folder.path("work/empty"), withIntermediateDirectories: true)
    try tool.write("class A {}", to: "loose/withdraw.swift")
    try tool.write("class A {}", to: "work-of-nobody/ann/withdrw.swift")
    let result = try tool("grade", name)
    #expect(result.code == 2)
    #expect(result.errors.contains("DIR/<candidate>/<id>.swift"))
  }

  @Test(arguments: [["help"], ["--help"], ["help", "grade"], ["grade", "--help"], ["--version"]])
  func `help needs nothing and ends well`(words: [String]) throws {
    let tool = try ToolUnderTest()
    let result = try tool.run(words, environment: ["PATH": "/nowhere"])
    #expect(result.code == 0)
    #expect(result.output.contains("kata"))
    #expect(result.errors.isEmpty)
  }

  @Test func `a reader that goes away is no crash`() throws {
    let tool = try ToolUnderTest()
    #expect(try tool("help", closingOutput: true).code == 0)
    #expect(try tool("show", "withdraw", closingOutput: true).code == 0)
  }

  @Test func `results that are lost are the grader's fault`() throws {
    let tool = try ToolUnderTest()
    let result = try tool("show", "withdraw", output: "/dev/full")
    #expect(result.code == 3)
    #expect(result.errors.contains("could not be written"))
  }

  @Test func `without a toolchain the doctor says so, and grading is the grader's fault`() throws {
    let tool = try ToolUnderTest()
    let doctor = try tool("doctor", environment: ["PATH": "/nowhere"])
    #expect(doctor.code == 1)
    #expect(doctor.output.contains("MISSING Swift"))
    try tool.copy("passes", to: "a.swift")
    let grade = try tool("grade", "withdraw", "a.swift", environment: ["PATH": "/nowhere"])
    #expect(grade.code == 3)
    #expect(grade.errors.contains("no swiftc"))
  }
}
