extension RetainGraph {
  /// "OrderScreen.timer → Timer → closure → OrderScreen"
  func text(_ chain: Chain) -> String {
    var words: [String] = []
    for (place, link) in chain.enumerated() {
      guard let name = name(of: link.node) else { continue }
      let isLast = place == chain.count - 1
      let field = isLast ? nil : field(of: link.node, at: link.offset)
      let word = field.map { "\(name).\($0)" } ?? name
      // A closure may lead through several blocks of memory, and so may what Dispatch makes.
      if words.last != word || isLast { words.append(word) }
    }
    return words.joined(separator: " → ")
  }

  /// What a reader calls it; nil if it is nothing to him.
  private func name(of node: Int) -> String? {
    switch nodes[node].kind {
    case .object(let type, _): Self.plainName(_typeName(type, qualified: false))
    case .context, .closureBlock: "closure"
    case .source: "DispatchSource"
    case .timer: "Timer"
    case .task: "Task"
    case .dispatch, .unknown: nil
    }
  }

  private static func plainName(_ name: String) -> String? {
    if name.hasPrefix("_ContiguousArrayStorage") { return "array" }
    if name.hasPrefix("_DictionaryStorage") { return "dictionary" }
    if name.hasPrefix("_SetStorage") { return "set" }
    // What Foundation is made of underneath.
    if name.hasPrefix("__") { return nil }
    return name.prefix { $0 != "<" } + ""
  }

  /// The property, where the type is one that the reader knows.
  private func field(of node: Int, at offset: Int) -> String? {
    guard case .object(let type, let size) = nodes[node].kind, offset < size else { return nil }
    let module = _typeName(type).prefix { $0 != "." }
    guard ["Submission", "Provided", "Harness"].contains(module) else { return nil }
    return StoredField.of(type, at: offset)?.name
  }
}
