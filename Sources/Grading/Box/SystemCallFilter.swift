/// The system calls that nothing in a box needs: a classic BPF program for seccomp.
///
/// It takes away what helps to get out of namespaces, to look into other processes, or to hold
/// memory that no limit counts. Not `execve`: bubblewrap itself needs it once, and
/// ThreadSanitizer starts itself again where addresses are spread too widely.
///
/// Only written for x86-64; elsewhere there is no filter, and the box says so.
enum SystemCallFilter {
  /// The program, ready for `--seccomp`; nil on other processors.
  static var program: [UInt8]? {
    #if arch(x86_64) && os(Linux)
      instructions.flatMap(\.bytes)
    #else
      nil
    #endif
  }

  /// Refused with EPERM, by their numbers on x86-64.
  private static let refused: [UInt32] = [
    101,  // ptrace
    310, 311,  // process_vm_readv, process_vm_writev
    312,  // kcmp
    438,  // pidfd_getfd
    165, 166, 155, 161,  // mount, umount2, pivot_root, chroot
    428, 429, 430, 431, 432, 433, 442,  // open_tree, move_mount, fs*, mount_setattr
    272, 308,  // unshare, setns
    246, 320,  // kexec_load, kexec_file_load
    175, 313, 176,  // init_module, finit_module, delete_module
    321, 298,  // bpf, perf_event_open
    248, 249, 250,  // add_key, request_key, keyctl
    323,  // userfaultfd
    425, 426, 427,  // io_uring_*
    303, 304,  // name_to_handle_at, open_by_handle_at
    41,  // socket: the channel is a pair that is already open
    319, 447,  // memfd_create, memfd_secret
    29, 64, 68,  // shmget, semget, msgget
    240,  // mq_open
    103, 163, 169, 167, 168, 179,  // syslog, acct, reboot, swapon, swapoff, quotactl
    164, 227, 159, 305,  // settimeofday, clock_settime, adjtimex, clock_adjtime
    172, 173, 154,  // iopl, ioperm, modify_ldt
  ]

  /// One instruction: `struct sock_filter`.
  private struct Instruction {
    var code: UInt16
    var whenTrue: UInt8 = 0
    var whenFalse: UInt8 = 0
    var value: UInt32

    var bytes: [UInt8] {
      func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
      }
      return little(code) + [whenTrue, whenFalse] + little(value)
    }

    /// Loads a word of `struct seccomp_data`.
    static func load(offset: UInt32) -> Instruction { Instruction(code: 0x20, value: offset) }
    /// Ends the program with an action.
    static func answer(_ action: UInt32) -> Instruction { Instruction(code: 0x06, value: action) }
    /// Goes on to the next instruction if equal, otherwise skips it.
    static func ifEqual(_ value: UInt32) -> Instruction {
      Instruction(code: 0x15, whenTrue: 0, whenFalse: 1, value: value)
    }
  }

  private static let allow: UInt32 = 0x7fff_0000
  private static let kill: UInt32 = 0x8000_0000
  private static func fail(_ number: UInt32) -> UInt32 { 0x0005_0000 | number }

  private static var instructions: [Instruction] {
    let permission: UInt32 = 1
    let unknownCall: UInt32 = 38
    let newNamespaces: UInt32 = 0x7e02_0080
    var program: [Instruction] = [
      // Another architecture's numbers mean other calls.
      .load(offset: 4),
      Instruction(code: 0x15, whenTrue: 1, whenFalse: 0, value: 0xc000_003e),
      .answer(kill),
      .load(offset: 0),
      // So do those of the x32 ABI.
      Instruction(code: 0x35, whenTrue: 0, whenFalse: 1, value: 0x4000_0000),
      .answer(fail(unknownCall)),
      // clone3 hides its flags in memory; glibc falls back to clone.
      .ifEqual(435), .answer(fail(unknownCall)),
    ]
    for number in refused {
      program += [.ifEqual(number), .answer(fail(permission))]
    }
    // clone: threads and children, but no new namespaces.
    program += [
      Instruction(code: 0x15, whenTrue: 0, whenFalse: 3, value: 56),
      .load(offset: 16),
      Instruction(code: 0x45, whenTrue: 0, whenFalse: 1, value: newNamespaces),
      .answer(fail(permission)),
      .answer(allow),
    ]
    return program
  }
}
