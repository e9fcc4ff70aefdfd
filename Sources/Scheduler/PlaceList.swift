import Records

/// Up to four places, in place: what holds an object, as a child saw it.
struct PlaceList {
  private struct Entry {
    var what = (Fixed512(""), Fixed512(""))
    var origin = Fixed64("")
    /// Innermost first, 0 at the end.
    var addresses: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)
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
        room[index].origin = Fixed64(place.origin ?? "")
        withUnsafeMutableBytes(of: &room[index].addresses) { raw in
          let room = raw.bindMemory(to: UInt64.self)
          for (address, index) in zip(place.addresses, room.indices) { room[index] = address }
        }
      }
    }
  }

  private static let half = 500

  /// The places.
  var places: [Place] {
    withUnsafeBytes(of: entries) { raw in
      raw.bindMemory(to: Entry.self).prefix(count).map { entry in
        let addresses = withUnsafeBytes(of: entry.addresses) { raw in
          Array(raw.bindMemory(to: UInt64.self).prefix { $0 != 0 })
        }
        let origin = entry.origin.text
        return Place(
          what: entry.what.0.text + entry.what.1.text, thread: "", addresses: addresses,
          origin: origin.isEmpty ? nil : origin)
      }
    }
  }
}
