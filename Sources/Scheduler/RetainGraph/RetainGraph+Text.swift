extension RetainGraph {
  /// "OrderScreen.timer → Timer → closure → OrderScreen"
  func text(_ chain: Chain) -> String {
    var words: [String] = []
    for (place, link) in chain.enumerated() {
      guard let name = name(of: link.node) else { continue }
      // Lists that a library keeps for itself are nothing to the reader.
      if place > 0, isList(link.node), self.name(of: chain[place - 1].node) == nil { continue }
      let isLast = place == chain.count - 1
      let field = isLast ? nil : field(of: link.node, at: link.offset)
      let word = field.map { "\(name).\($0)" } ?? name
      // A closure may lead through several blocks of memory, and so may what Dispatch makes.
      if words.last != word || isLast { words.append(word) }
      // One that captures nothing but an object has no memory of its own.
      if !isLast, isClosure(of: link.node, at: link.offset) { words.append("closure") }
    }
    return words.joined(separator: " → ")
  }

  /// What a reader calls it; nil if it is nothing to him.
  func name(of node: Int) -> String? {
    switch nodes[node].kind {
    case .object(let type, _): Self.plainName(_typeName(type, qualified: false))
    case .context, .closureBlock: "closure"
    case .source: "DispatchSource"
    case .timer: "Timer"
    case .task, .endedTask: "Task"
    case .dispatch, .unknown: nil
    }
  }

  private static func plainName(_ name: String) -> String? {
    if name.hasPrefix("_ContiguousArrayStorage") { return "array" }
    if name.hasPrefix("_DictionaryStorage") { return "dictionary" }
    if name.hasPrefix("_SetStorage") { return "set" }
    // What the libraries are made of underneath.
    if name.hasPrefix("_") || name.hasPrefix("CheckedContinuationCanary") { return nil }
    return name.prefix { $0 != "<" } + ""
  }

  private func isList(_ node: Int) -> Bool {
    ["array", "dictionary", "set"].contains(name(of: node))
  }

  /// The property, where the type is one that the reader knows.
  private func field(of node: Int, at offset: Int) -> String? {
    guard case .object(let type, let size) = nodes[node].kind, offset < size else { return nil }
    let module = _typeName(type).prefix { $0 != "." }
    guard KnownModules.names.contains(String(module)) else { return nil }
    return StoredField.of(type, at: offset)?.name
  }

  /// Whether what lies in a holder is a closure.
  private func isClosure(of node: Int, at offset: Int) -> Bool {
    switch nodes[node].kind {
    // Its properties are CoreFoundation's timer, and the block.
    case .timer: offset > 16
    case .object(let type, let size):
      offset < size && StoredField.of(type, at: offset)?.isFunction == true
    default: false
    }
  }
}
