import Foundation

// Makes more processes: `fork` itself is hidden from Swift, this is not.
final class BankAccount {
  private(set) var balance: Int

  init(balance: Int) { self.balance = balance }

  func withdraw(_ amount: Int) {
    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sleep"), strdup("60"), nil]
    for _ in 1...200 { posix_spawn(&child, "/bin/sleep", nil, nil, &arguments, nil) }
  }
}
