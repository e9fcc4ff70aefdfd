/// Looks at what an object file imports and defines: what it does not import it cannot do, and
/// no spelling in the source talks round it. A first wall; the box is the second.
package struct SymbolWall: Sendable {
  /// What is wrong with an object, in words for the candidate.
  package struct Refusal: Sendable, Equatable {
    /// The symbol, demangled.
    package let symbol: String
    /// Why it is refused.
    package let reason: String
  }

  /// Demangled prefixes that a kata allows beyond the common list.
  package let extra: [String]

  package init(extra: [String] = []) {
    self.extra = extra
  }

  /// Judges an object by its symbols.
  ///
  /// - Parameters:
  ///   - undefined: What it imports, as in the object.
  ///   - defined: What it exports.
  ///   - demangle: Turns names into Swift's own; called once, for the few that need it.
  /// - Returns: What is refused, sorted; empty if nothing is.
  package func refusals(
    undefined: [String], defined: [String], demangle: ([String]) throws -> [String]
  ) rethrows -> [Refusal] {
    var refusals = defined.filter { !Self.mayDefine($0) }.map {
      Refusal(symbol: $0, reason: "a submission may not define a symbol under a name of its own")
    }
    var unclear: [String] = []
    for symbol in undefined {
      if Self.isSwift(symbol) {
        if !Self.isPlainSwift(symbol) { unclear.append(symbol) }
      } else if !Self.mayImport(symbol) && !extra.contains(where: symbol.hasPrefix) {
        refusals.append(Refusal(symbol: symbol, reason: "not among what a kata needs"))
      }
    }
    for name in unclear.isEmpty ? [] : try demangle(unclear) {
      if let reason = reasonAgainst(name), !extra.contains(where: name.contains) {
        refusals.append(Refusal(symbol: name, reason: reason))
      }
    }
    return refusals.sorted { $0.symbol < $1.symbol }.map { refusal in
      guard let words = SymbolAdvice.words(for: refusal.symbol) else { return refusal }
      return Refusal(symbol: refusal.symbol, reason: "\(refusal.reason): \(words)")
    }
  }

  private static func isSwift(_ symbol: String) -> Bool {
    symbol.hasPrefix("$s") || symbol.hasPrefix("$S") || symbol.hasPrefix("_$s")
  }

  /// A mangled name that mentions neither Foundation nor a C type nor a module outside the
  /// standard library needs no closer look.
  private static func isPlainSwift(_ symbol: String) -> Bool {
    symbol.hasPrefix("$sS") && !symbol.contains("So") && !symbol.contains("Foundation")
      && !symbol.contains("Unsafe") && !symbol.contains("readLine")
      || symbol.hasPrefix("$sScA") || symbol.hasPrefix("$s15Synchronization")
      || symbol.hasPrefix("$s11Observation")
  }

  /// What a submission's object defines is its module's own, or comes with every Swift object.
  private static func mayDefine(_ symbol: String) -> Bool {
    symbol.hasPrefix("$s") && symbol.contains("10Submission")
      // Helpers that the compiler emits into every object, under names of other modules.
      || symbol.hasPrefix("$s") || symbol.hasPrefix("__swift_") || symbol.hasPrefix("_swift_")
      || symbol.hasPrefix("symbolic ") || symbol.hasPrefix("associated conformance")
      || symbol.hasPrefix("get_") || symbol.hasPrefix("block_") || symbol.hasPrefix("default ")
      || symbol.hasPrefix("objectdestroy") || symbol.hasPrefix("keypath_")
      || symbol.hasPrefix("DW.ref.") || symbol == "swift_async_extendedFramePointerFlags"
  }

  private static func mayImport(_ symbol: String) -> Bool {
    if runtimeDenied.contains(where: symbol.hasPrefix) { return false }
    return libc.contains(symbol) || families.contains(where: symbol.hasPrefix)
  }

  /// The Swift and C runtimes' own, and the families of lock and time functions.
  private static let families = [
    "swift_", "_swift", "__swift_", "__tsan_", "_Unwind_", "_Block_", "_NSConcrete",
    "pthread_mutex", "pthread_cond", "pthread_rwlock", "pthread_spin", "pthread_barrier", "sem_",
    "symbolic ", "DW.ref.", "__stack_chk",
  ]

  /// Hooks by which a program could take over its own judging.
  private static let runtimeDenied = [
    "swift_task_enqueueGlobal_hook", "swift_task_enqueueMainExecutor_hook", "swift_task_donate",
    "swift_task_asyncMainDrainQueue", "_swift_enableSwizzling", "__tsan_default", "__tsan_on_",
    "__tsan_set", "__tsan_flush", "sem_open", "sem_unlink", "_swift_stdlib_threadLocal",
    "swift_getTypeByMangledNameInContextInMetadataState_hook",
  ]

  private static let libc: Set<String> = [
    "memcpy", "memmove", "memset", "memcmp", "bzero", "strlen", "strcmp", "malloc", "calloc",
    "realloc", "free", "posix_memalign", "aligned_alloc", "abort", "rand", "srand", "random",
    "srandom", "arc4random", "arc4random_uniform", "time", "clock", "clock_gettime",
    "gettimeofday", "nanosleep", "usleep", "sleep", "sched_yield", "puts", "putchar", "printf",
    "fputs", "fflush", "stdout", "stderr", "fmod", "pow", "floor", "ceil", "round", "trunc", "log",
    "log2", "log10", "exp", "sqrt", "sin", "cos", "tan", "fabs", "__errno_location",
    "pthread_self", "pthread_equal", "pthread_create", "pthread_join", "pthread_detach",
    "pthread_once", "pthread_key_create", "pthread_key_delete", "pthread_getspecific",
    "pthread_setspecific", "pthread_exit", "pthread_attr_init", "pthread_attr_destroy",
    "pthread_attr_setstacksize", "pthread_attr_setdetachstate", "pthread_setname_np",
    "pthread_getname_np", "pthread_mutexattr_init", "__gcc_personality_v0",
    "__swift_personality", "__gxx_personality_v0", "__cxa_atexit", "_GLOBAL_OFFSET_TABLE_",
    "dispatch_async", "dispatch_sync", "dispatch_once", "dispatch_once_f",
    "_dispatch_main_q", "_dispatch_source_type_timer", "_dispatch_source_type_data_add",
    "_dispatch_queue_attr_concurrent", "_dispatch_source_type_data_or",
    "_dispatch_source_type_data_replace", "dispatch_get_global_queue", "dispatch_queue_create",
    "__isPlatformVersionAtLeast", "__isOSVersionAtLeast", "__emutls_get_address",
    "__tls_get_addr",
    // Inlined from Synchronization.Mutex. Swift itself cannot call it: it is variadic in C, and
    // the attributes that could get round that are refused in the source.
    "syscall",
  ]

  /// What Foundation offers that concurrency can want. Files, processes, networks, bundles and
  /// user defaults are not on it.
  private static let foundation: Set<String> = [
    "Thread", "NSLock", "NSRecursiveLock", "NSCondition", "NSConditionLock", "NSLocking", "Timer",
    "RunLoop", "OperationQueue", "Operation", "BlockOperation", "NSObject", "NSObjectProtocol",
    "Date", "DateComponents", "TimeInterval", "Calendar", "TimeZone", "Locale", "Data", "UUID",
    "Decimal", "NSNumber", "NSString", "NSError", "NotificationCenter", "Notification",
    "NSNotification", "IndexSet", "IndexPath", "JSONEncoder", "JSONDecoder", "LocalizedError",
    "CustomNSError", "NSValue", "NSNull", "NSArray", "NSDictionary", "NSMutableArray",
    "NSMutableDictionary", "NSSet", "NSMutableSet", "NSCache", "NSCopying", "NSMapTable",
    "NSHashTable", "Measurement", "DateInterval", "ContiguousBytes", "DataProtocol",
    "MutableDataProtocol", "Formatter", "NumberFormatter", "DateFormatter", "SortDescriptor",
    "SortComparator", "ComparisonResult", "NSEnumerator", "NSFastEnumeration", "CharacterSet",
    "QualityOfService", "DispatchQueue", "Scheduler", "StringProtocol", "NSRange", "_NSRange",
    "NSMutableString", "NSOrderedSet", "AttributedString", "FloatingPointFormatStyle",
    "IntegerFormatStyle", "FormatStyle", "Duration", "ProcessInfo.systemUptime",
    "ReferenceConvertible", "CocoaError", "NSDate", "NSUUID", "NSData", "URL", "Predicate",
  ]

  private static let modules: Set<String> = [
    "Swift", "_Concurrency", "Dispatch", "Foundation", "FoundationEssentials",
    "FoundationInternationalization", "Synchronization", "Observation", "os", "_StringProcessing",
    "__C", "Submission", "_Builtin_float", "Glibc", "SwiftGlibc", "CoreFoundation", "_Volatile",
  ]

  private static let denied = [
    "DispatchIO", "contentsOf", "write(to", "ProcessInfo.", "Unmanaged", "unsafeBitCast",
    "readLine", "__C.FILE", "DispatchSourceSignal", "DispatchSourceProcess",
    "DispatchSourceFileSystemObject", "DispatchSourceRead", "DispatchSourceWrite", "Bundle",
  ]

  /// Why a demangled name is refused; nil if it is not.
  private func reasonAgainst(_ name: String) -> String? {
    if let word = Self.denied.first(where: name.contains),
      !name.contains("ProcessInfo.systemUptime")
    {
      return "\(word.trimmedOfPunctuation) is not among what a kata needs"
    }
    for (module, type) in Self.qualifiedNames(in: name) {
      if module.hasPrefix("Foundation"), !Self.foundation.contains(type), type.isCapitalized {
        return "Foundation's \(type) is not among what a kata needs"
      }
      if Self.unwanted.contains(module) {
        return "the module \(module) is not among what a kata needs"
      }
    }
    return nil
  }

  private static let unwanted: Set<String> = [
    "FoundationNetworking", "FoundationXML", "Testing", "XCTest", "KataKit", "Harness", "Records",
    "Distributed", "RegexBuilder", "Runtime", "Cxx", "CxxStdlib",
  ]

  /// The `Module.Type` pairs in a demangled name.
  private static func qualifiedNames(in name: String) -> [(module: String, type: String)] {
    var pairs: [(String, String)] = []
    var words: [String] = []
    var current = ""
    func isPart(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_"
    }
    for character in name + " " {
      if isPart(character) {
        current.append(character)
      } else {
        if !current.isEmpty { words.append(current) }
        current = ""
        if character != "." {
          if words.count > 1 { pairs.append((words[0], words[1])) }
          words = []
        }
      }
    }
    return pairs
  }
}

extension String {
  fileprivate var trimmedOfPunctuation: String {
    String(drop { !$0.isLetter && $0 != "_" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }

  fileprivate var isCapitalized: Bool {
    first?.isUppercase ?? false
  }
}
