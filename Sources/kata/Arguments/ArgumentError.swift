/// The command line is not understood, or names what cannot be used.
enum ArgumentError: Error, Equatable {
  case unknownCommand(String, nearest: String?)
  case unknownOption(String, command: String, nearest: String?)
  case missingValue(option: String, value: String)
  case unexpectedValue(option: String)
  case badValue(option: String, text: String, wanted: String)
  case givenTwice(option: String)
  case missingArgument(String, usage: [String])
  case unexpectedArgument(String, usage: [String])
  case unknownKata(String, nearest: String?, known: [String])
  case noKataNamed(path: String)
  case emptyClass(directory: String)
  case unusable(path: String, reason: String)
}
