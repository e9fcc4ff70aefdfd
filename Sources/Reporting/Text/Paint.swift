/// Colours words where colour is wanted. Applied last: codes take no columns.
struct Paint {
  /// What a colour means.
  enum Tone: String {
    /// It holds.
    case good = "32"
    /// It does not.
    case bad = "31"
    /// Nothing is claimed.
    case open = "33"
    /// A heading.
    case strong = "1"
    /// Less important than what is around it.
    case faint = "2"
  }

  /// False if text is to stay as it is.
  let isOn: Bool

  /// The text in the tone's colour.
  func callAsFunction(_ text: String, _ tone: Tone) -> String {
    isOn && !text.isEmpty ? "\u{1b}[\(tone.rawValue)m\(text)\u{1b}[0m" : text
  }
}
