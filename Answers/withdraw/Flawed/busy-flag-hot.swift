// Flaw: the flag is a plain `Bool`, and the wait for it never lets go of the processor.
final class BankAccount {
  private var isBusy = false
  private var stored: Int

  init(balance: Int) {
    stored = balance
  }

  var balance: Int {
    while isBusy {}
    isBusy = true
    defer { isBusy = false }
    return stored
  }

  func withdraw(_ amount: Int) {
    while isBusy {}
    isBusy = true
    defer { isBusy = false }
    guard stored >= amount else { return }
    stored -= amount
  }
}
