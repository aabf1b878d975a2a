import type { Log } from "#kernel/log.ts"
import { Told } from "#surfaces/sockets/told.ts"

/** What libraries write to, and the part of it that they complain with. */
type Complaints = Pick<Console, "error" | "warn">

/** What is quoted of one complaint. */
const mostCharacters = 500

/**
 * Makes lines of the log of what libraries write to the console, which would stand between them otherwise, as text. What
 * has been told already is left out.
 */
export function logConsole(log: Log, target: Complaints = console): void {
  const tell = (...said: unknown[]): void => {
    if (said.some((part) => part instanceof Told)) return
    log.warn({ error: said.map(toText).join(" ").slice(0, mostCharacters) }, "A library complains.")
  }
  target.error = tell
  target.warn = tell
}

const toText = (part: unknown): string => (part instanceof Error ? `${part.name}: ${part.message}` : String(part))
