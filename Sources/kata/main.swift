import Foundation

// A reader of the results that goes away (`| head`) is no reason to crash; writes then fail
// and are passed over. Boxed commands start with the signal as it was.
signal(SIGPIPE, SIG_IGN)
let session = Session(
  environment: ProcessInfo.processInfo.environment, console: Console.standard)
exit(Tool(session: session).run(Array(CommandLine.arguments.dropFirst())).rawValue)
