import type { Log } from "#kernel/log.ts"
import { AlreadyReported } from "#log/already-reported.ts"

/** The methods of the console that libraries complain with. */
type Complaints = Pick<Console, "error" | "warn">

const mostCharacters = 500

/** Writes what libraries print to the console into the log, as warnings. An error that was already reported is left out. */
export function logConsole(log: Log, target: Complaints = console): void {
  const tell = (...said: unknown[]): void => {
    if (said.some((part) => part instanceof AlreadyReported)) return
    log.warn({ error: said.map(toText).join(" ").slice(0, mostCharacters) }, "A library complains.")
  }
  target.error = tell
  target.warn = tell
}

const toText = (part: unknown): string => (part instanceof Error ? `${part.name}: ${part.message}` : String(part))
