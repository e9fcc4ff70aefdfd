import Foundation

// A reader of the results that goes away (`| head`) is no reason to crash; writes then fail
// and are passed over. Boxed commands start with the signal as it was.
signal(SIGPIPE, SIG_IGN)
// A parent that starts the tool from a Dispatch thread hands on a mask that blocks all signals;
// Ctrl-C, and the end of a CI job, must reach it all the same.
var ending = sigset_t()
sigemptyset(&ending)
for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ending, signal) }
sigprocmask(SIG_UNBLOCK, &ending, nil)
let session = Session(
  environment: ProcessInfo.processInfo.environment, console: Console.standard)
exit(Tool(session: session).run(Array(CommandLine.arguments.dropFirst())).rawValue)
