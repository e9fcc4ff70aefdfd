/// How wide a value is made in a log message, and on which side it stands.
public struct OSLogStringAlignment: Sendable {
  private var width = 0
  private var atTheEnd = true

  /// As wide as the value is.
  public static var none: OSLogStringAlignment { OSLogStringAlignment() }

  /// Blanks after the value.
  ///
  /// - Parameter columns: The least width.
  /// - Returns: The alignment.
  public static func left(columns: Int) -> OSLogStringAlignment {
    OSLogStringAlignment(width: columns, atTheEnd: true)
  }

  /// Blanks before the value.
  ///
  /// - Parameter columns: The least width.
  /// - Returns: The alignment.
  public static func right(columns: Int) -> OSLogStringAlignment {
    OSLogStringAlignment(width: columns, atTheEnd: false)
  }

  /// The text, made as wide as asked.
  func apply(to text: String) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return atTheEnd ? text + blanks : blanks + text
  }
}
