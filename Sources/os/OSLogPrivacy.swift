/// Whether a value that is put into a log message may be read in the log.
///
/// Here a value is shown unless it is said to be private: a log on standard error is read by
/// whoever runs the program, as in a debugger.
public struct OSLogPrivacy: Sendable {
  /// What is shown in place of a private value.
  public enum Mask: Sendable {
    /// Nothing but the fact that it is private.
    case none
    /// A hash, so that equal values can be told within one run.
    case hash
  }

  private enum Choice {
    case shown
    case hidden(as: String, Mask)
  }

  private let choice: Choice

  /// Shows the value.
  public static var `public`: OSLogPrivacy { OSLogPrivacy(choice: .shown) }

  /// Hides the value.
  public static var `private`: OSLogPrivacy { .private(mask: .none) }

  /// Hides the value, which must not be seen by anyone.
  public static var sensitive: OSLogPrivacy { .sensitive(mask: .none) }

  /// Shows the value, since nobody asked for more.
  public static var auto: OSLogPrivacy { OSLogPrivacy(choice: .shown) }

  /// Hides the value behind a mask.
  ///
  /// - Parameter mask: What is shown instead.
  /// - Returns: The choice.
  public static func `private`(mask: Mask) -> OSLogPrivacy {
    OSLogPrivacy(choice: .hidden(as: "private", mask))
  }

  /// Hides the value, which must not be seen by anyone, behind a mask.
  ///
  /// - Parameter mask: What is shown instead.
  /// - Returns: The choice.
  public static func sensitive(mask: Mask) -> OSLogPrivacy {
    OSLogPrivacy(choice: .hidden(as: "sensitive", mask))
  }

  /// Shows the value; the mask only counts where a value is hidden.
  ///
  /// - Parameter mask: Not used.
  /// - Returns: The choice.
  public static func auto(mask: Mask) -> OSLogPrivacy { .auto }

  /// What the log shows for a value.
  func apply(to text: String) -> String {
    switch choice {
    case .shown: text
    case .hidden(let name, .none): "<\(name)>"
    case .hidden(_, .hash): "<mask.hash: \(String(UInt(bitPattern: text.hashValue), radix: 16))>"
    }
  }
}
