import Dispatch

/// A scripted peer: it is asked, and answers when the scenario says so: in any order, on whatever thread
/// the scenario's client is, twice, or never.
///
/// Requests are numbered from 1 in the order in which they were made. That an answer comes after its
/// request is the only order that it makes.
public final class Requests<Answer: Sendable>: Sendable {
  // Safe: whoever answers was ordered after the asker by `made`.
  private struct Request: @unchecked Sendable {
    let subject: String
    let completion: (Answer) -> Void
    let made: DispatchSemaphore
  }

  private let log = UnseenLog<Request>()
  private let cancellations = UnseenLog<Int>()

  /// Nobody has asked yet.
  public init() {}

  /// Takes a request. Any thread; the completion is not called here.
  ///
  /// - Parameters:
  ///   - subject: What is asked for, such as an order's id.
  ///   - completion: Where the answer goes.
  /// - Returns: The request's number.
  @discardableResult
  public func make(_ subject: String, _ completion: @escaping (Answer) -> Void) -> Int {
    Run.current.crew.observe(self)
    let made = DispatchSemaphore(value: 0)
    let number = log.append(Request(subject: subject, completion: completion, made: made))
    remark("request \(number) for \(subject)")
    made.signal()
    return number
  }

  /// Takes note that a request was cancelled. It may be answered all the same. Any thread.
  public func cancel(_ number: Int) {
    Run.current.crew.observe(self)
    cancellations.append(number)
    remark("request \(number) is cancelled")
  }

  /// The numbers of the requests that were cancelled.
  public var cancelled: Set<Int> { Set(cancellations.snapshot()) }

  /// How many requests were made.
  public var count: Int { log.snapshot().count }

  /// What each request asked for, in their order.
  public var subjects: [String] { log.snapshot().map(\.subject) }

  /// Answers a request on the calling thread, for the first time or once more. Does nothing if there is
  /// no such request.
  ///
  /// - Parameters:
  ///   - number: Which request, from 1.
  ///   - answer: What it gets.
  ///   - words: What the timeline says of it.
  public func answer(_ number: Int, with answer: Answer, as words: String) {
    let requests = log.snapshot()
    guard requests.indices.contains(number - 1) else { return }
    let request = requests[number - 1]
    request.made.wait()
    request.made.signal()
    remark("answer to request \(number) for \(request.subject): \(words)")
    request.completion(answer)
  }
}
