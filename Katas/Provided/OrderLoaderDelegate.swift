/// Who wants to hear of a loader's orders: a screen, as a rule one that owns the loader.
public protocol OrderLoaderDelegate: AnyObject {
  /// An order was loaded. Called once for each `load()`, on any thread.
  func didLoad(_ order: Order)
}
