import CScheduler

/// Addresses as the outside can look them up.
enum Addresses {
  /// Those that lie in the executable, relative to where it was loaded, order kept.
  static func inExecutable(_ pcs: some Sequence<UInt>) -> [UInt64] {
    let base = rs_image_base()
    return pcs.compactMap { pc in
      var offset: UInt = 0
      var path: UnsafePointer<CChar>?
      guard rs_image_offset(pc, &offset, &path), pc - offset == base else { return nil }
      return UInt64(offset)
    }
  }
}
