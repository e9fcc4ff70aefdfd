import Foundation

/// A read-write lock: readers share it. Told outside, by whoever updates.
final class OrderStore {
  private var lock = pthread_rwlock_t()
  private var orders: [String: Order] = [:]
  private var observers: [Int: (id: String, onChange: (Order) -> Void)] = [:]
  private var lastToken = 0

  init() {
    pthread_rwlock_init(&lock, nil)
  }

  deinit {
    pthread_rwlock_destroy(&lock)
  }

  func order(for id: String) -> Order? {
    pthread_rwlock_rdlock(&lock)
    defer { pthread_rwlock_unlock(&lock) }
    return orders[id]
  }

  func update(_ order: Order) {
    pthread_rwlock_wrlock(&lock)
    let isNewer = orders[order.id].map { $0.updatedAt < order.updatedAt } ?? true
    if isNewer { orders[order.id] = order }
    let told = isNewer ? observers.values.filter { $0.id == order.id } : []
    pthread_rwlock_unlock(&lock)
    for observer in told { observer.onChange(order) }
  }

  func addObserver(for id: String, _ onChange: @escaping (Order) -> Void) -> Int {
    pthread_rwlock_wrlock(&lock)
    defer { pthread_rwlock_unlock(&lock) }
    lastToken += 1
    observers[lastToken] = (id, onChange)
    return lastToken
  }

  func removeObserver(_ token: Int) {
    pthread_rwlock_wrlock(&lock)
    defer { pthread_rwlock_unlock(&lock) }
    observers[token] = nil
  }
}
