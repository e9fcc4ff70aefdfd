import Records

/// Up to four places, in place: what holds an object, as a child saw it.
struct PlaceList {
  private struct Entry {
    var what = (Fixed512(""), Fixed512(""))
    /// 0 if the place has no line.
    var address: UInt64 = 0
  }
  private var entries = (Entry(), Entry(), Entry(), Entry())
  private var count = 0
  private static let capacity = 4

  /// Keeps the first places of a list.
  init(_ places: [Place]) {
    count = min(places.count, Self.capacity)
    let count = count
    withUnsafeMutableBytes(of: &entries) { raw in
      let room = raw.bindMemory(to: Entry.self)
      for (place, index) in zip(places, 0..<count) {
        let bytes = place.what.utf8
        room[index].what.0 = Fixed512(String(decoding: bytes.prefix(Self.half), as: UTF8.self))
        room[index].what.1 = Fixed512(
          String(decoding: bytes.dropFirst(Self.half).prefix(Self.half), as: UTF8.self))
        room[index].address = place.addresses.first ?? 0
      }
    }
  }

  private static let half = 500

  /// The places.
  var places: [Place] {
    withUnsafeBytes(of: entries) { raw in
      raw.bindMemory(to: Entry.self).prefix(count).map { entry in
        Place(
          what: entry.what.0.text + entry.what.1.text, thread: "",
          addresses: entry.address == 0 ? [] : [entry.address])
      }
    }
  }
}
