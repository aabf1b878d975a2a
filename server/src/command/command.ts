import { exits } from "./outcome.ts"
import { runCommand } from "./run-command.ts"

const stop = new AbortController()
const [name] = process.argv.slice(2)
if (name !== "start") {
  process.umask(0o077) // other users of the machine cannot read a backup
  process.once("SIGINT", () => stop.abort())
}
const exit = await runCommand({
  args: process.argv.slice(2),
  environment: process.env,
  stop: stop.signal,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
// Open handles, such as a closing connection, must not keep the process alive.
if (exit !== undefined) process.stdout.write("", (fault) => process.exit(fault ? exits.failed : exit))
