/** A fault as the log gets it: an error, or the name and stack of one. */
interface LoggedFault {
  readonly name?: unknown
  readonly message?: unknown
  readonly stack?: unknown
}

/** The class of the fault of a line, such as `TypeError`. A text of another form may quote a person, so it is no name. */
export function classOfFault({ fault, error = fault }: { fault?: unknown; error?: unknown }): string {
  const name = typeof error === "string" ? error : (error as LoggedFault | undefined)?.name
  return typeof name === "string" && /^([A-Z]\w{0,50})?(Error|Outage|Failure)$/.test(name) ? name : "Error"
}

const mostFrames = 30
const frame = /^ {4}at [\w.<>#$ ]*\(?(?:file:\/\/|node:|\/)[\w./@+-]+:\d+:\d+\)?$/

/** The lines of the stack that name a place in a program. The message before them may quote anything. */
export function framesOf({ fault }: { fault?: unknown }): string[] {
  const { message, stack } = (fault ?? {}) as LoggedFault
  if (typeof stack !== "string") return []
  const places = typeof message === "string" ? stack.replace(message, () => "") : stack
  return places
    .split("\n")
    .map((line) => line.replace(/ \[as [^\]]*\]/, ""))
    .filter((line) => frame.test(line))
    .slice(0, mostFrames)
    .map((line) => line.trim())
}
