/// A command line, taken apart.
struct Arguments: Sendable, Equatable {
  /// What is no option, in order.
  private(set) var words: [String] = []
  private var values: [String: [String]] = [:]

  init() {}

  /// Takes `words` apart into the command's options and the rest. `--name VALUE` and `--name=VALUE`
  /// are the same; after `--` nothing is an option.
  ///
  /// - Throws: `ArgumentError` for the first word that the command does not take.
  init(_ words: [String], for command: any Command) throws(ArgumentError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        self.words += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        self.words.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = command.options.first(where: { $0.name == name }) else {
        let names = command.options.map(\.name)
        throw .unknownOption(
          name, command: command.name, nearest: NearestName.to(name, among: names))
      }
      guard let wanted = option.value else {
        guard parts.count == 1 else { throw .unexpectedValue(option: name) }
        values[name, default: []].append("")
        continue
      }
      guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty
      else { throw .missingValue(option: name, value: wanted) }
      if option != .katas, values[name] != nil { throw .givenTwice(option: name) }
      values[name, default: []].append(value)
    }
  }

  /// True if the switch was given.
  func has(_ option: Option) -> Bool {
    values[option.name] != nil
  }

  /// The option's value; nil if it was not given.
  func value(_ option: Option) -> String? {
    values[option.name]?.first
  }

  /// All values of an option that may be given several times.
  func all(_ option: Option) -> [String] {
    values[option.name] ?? []
  }

  /// The option's value as a whole number; nil if it was not given.
  ///
  /// - Throws: `ArgumentError.badValue` if it is none, or not in `range`.
  func number<Number: FixedWidthInteger>(
    _ option: Option, in range: ClosedRange<Number>
  ) throws(ArgumentError) -> Number? {
    guard let text = value(option) else { return nil }
    guard let number = Number(text), range.contains(number) else {
      throw .badValue(
        option: option.name, text: text,
        wanted: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The option's value as a length of time; nil if it was not given.
  ///
  /// - Throws: `ArgumentError.badValue` if it is none.
  func seconds(_ option: Option) throws(ArgumentError) -> Duration? {
    guard let text = value(option) else { return nil }
    guard let number = Double(text), number > 0, number <= 86_400 else {
      throw .badValue(
        option: option.name, text: text, wanted: "a number of seconds, more than 0, up to 86400")
    }
    return .seconds(number)
  }

  /// Checks how many words there are.
  ///
  /// - Parameters:
  ///   - names: What they are called in the help, in order.
  ///   - count: How many are taken.
  ///   - command: Whose usage is shown.
  /// - Throws: `ArgumentError` for the first that is missing or too many.
  func expect(
    _ names: [String], count: ClosedRange<Int>, for command: any Command
  ) throws(ArgumentError) {
    if words.count < count.lowerBound {
      throw .missingArgument(
        names[min(words.count, names.count - 1)], usage: command.usage)
    }
    if words.count > count.upperBound {
      throw .unexpectedArgument(words[count.upperBound], usage: command.usage)
    }
  }
}
