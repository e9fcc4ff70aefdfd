import Records
import Testing

@testable import Grading

/// What no race detector can see is not passed for free of races.
@Suite struct BlindSpotTests {
  @Test(arguments: [
    ("$sSV4load14fromByteOffset2asxSi_xmtlF", "UnsafeRawPointer.load"),
    ("$sSv10copyMemory4from9byteCountySV_SitF", "UnsafeMutableRawPointer.copyMemory"),
    ("$sSp6assign9repeating5countyx_SitF", "UnsafeMutablePointer.update"),
    ("$sSwys5UInt8VSicis", "the subscript of UnsafeMutableRawBufferPointer"),
    ("$s10Foundation14NSMutableArrayCMa", "NSMutableArray"),
  ])
  func `what happens inside a library is named`(symbol: String, words: String) {
    #expect(BlindSpots.found(in: ["swift_retain", symbol, symbol]) == [words])
  }

  @Test(arguments: [
    "$sSp8allocate8capacitySpyxGSi_tFZ", "$sSp12deinitialize5countSvSi_tF",
    "$sSp10initialize9repeating5countyx_SitF", "$s10Foundation6NSLockCMa",
    "$s10Foundation7NSCacheCMa", "$sSa6appendyyxnF", "pthread_mutex_lock",
  ])
  func `what right answers use is none`(symbol: String) {
    #expect(BlindSpots.found(in: [symbol]).isEmpty)
  }

  @Test func `a criterion of races is not passed, but can fail`() {
    func judge(_ run: ArenaRun) -> Judgement {
      Judge(
        kata: Sample.kata, seed: 7, digest: "d", sources: [:], blindSpots: ["NSMutableArray"]
      ).judge([run])
    }
    let clean = judge(Sample.run(.explore))
    #expect(Sample.verdicts(clean)["race-free"] == "-")
    #expect(Sample.verdicts(clean)["works"] == "P")
    let reason = clean.criteria.first { $0.id == "race-free" }?.reason
    #expect(reason?.hasPrefix("it uses NSMutableArray: ") == true)
    #expect(!clean.graderFault)
    let racy = judge(Sample.run(.explore).finding(Sample.finding(.race, "one")))
    #expect(Sample.verdicts(racy)["race-free"] == "F")
  }
}
