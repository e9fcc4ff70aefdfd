import CScheduler
import Records

/// What a step does to locks and memory, for those who look for causes in a trace.
struct StepEffect {
  /// What it does.
  let effect: Step.Effect
  /// The id of what it does it to; 0 if nothing.
  let object: UInt32

  init(_ step: rs_step) {
    let failed = step.has_value & 4 != 0
    switch step.op {
    case RS_OP_READ, RS_OP_ATOMIC_LOAD:
      (effect, object) = (.read, step.object)
    case RS_OP_WRITE, RS_OP_ATOMIC_STORE:
      (effect, object) = (.write, step.object)
    case RS_OP_ATOMIC_UPDATE:
      // A compare-exchange that fails has only read.
      (effect, object) = (failed ? .read : .update, step.object)
    // Whoever wakes has taken the mutex again.
    case RS_OP_COND_WAKE, RS_OP_LOCK, RS_OP_WRITE_LOCK, RS_OP_FUTEX_LOCK, RS_OP_SEM_WAIT,
      RS_OP_DSEM_WAIT,
      RS_OP_SYNC_BARRIER:
      (effect, object) = (failed ? .miss : .take, step.object)
    case RS_OP_TRYLOCK, RS_OP_TRY_WRITE_LOCK, RS_OP_SEM_TRYWAIT:
      (effect, object) = (failed ? .miss : .take, step.object)
    case RS_OP_READ_LOCK, RS_OP_TRY_READ_LOCK, RS_OP_SYNC, RS_OP_QUEUE_TAKE:
      (effect, object) = (failed ? .miss : .takeShared, step.object)
    case RS_OP_UNLOCK, RS_OP_RW_UNLOCK, RS_OP_FUTEX_UNLOCK, RS_OP_SEM_POST, RS_OP_DSEM_SIGNAL,
      RS_OP_QUEUE_DONE:
      (effect, object) = (.give, step.object)
    case RS_OP_COND_WAIT:
      (effect, object) = (.give, step.object2)
    case RS_OP_MARK:
      (effect, object) = (.remark, 0)
    default:
      (effect, object) = (.other, step.object)
    }
  }
}
