import { readSettings } from "#config/settings.ts"
import { readVersion } from "#start/version.ts"
import { helpOf } from "./help.ts"
import { type Asked, type CommandResult, exits, inSentences, UsageError } from "./outcome.ts"
import { type Line, readLine } from "./read-line.ts"

interface Terminal {
  readonly args: readonly string[]
  readonly environment: Asked["environment"]
  readonly stop: AbortSignal
  out(text: string): void
  err(text: string): void
}

type Exit = (typeof exits)[keyof typeof exits]

/** Runs a command line. Returns its exit code, or undefined for one that runs until a signal ends it. */
export async function runCommand(terminal: Terminal): Promise<Exit | undefined> {
  const { args, out, err } = terminal
  try {
    const line = readLine(args)
    if (line === "version") out(`${readVersion()}\n`)
    else if ("help" in line) out(helpOf(line.help))
    else return await runLine(terminal, line)
    return exits.done
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    err(`${error.message} \`atelier help\` shows what there is.\n`)
    return exits.usage
  }
}

async function runLine(terminal: Terminal, line: Line): Promise<Exit | undefined> {
  try {
    const outcome = await untilStopped(terminal, line, line.command.run(toAsked(terminal, line)))
    if (outcome === undefined) return undefined
    print(terminal, line, outcome)
    return terminal.stop.aborted ? exits.stopped : (outcome.exit ?? exits.done)
  } catch (error) {
    if (error instanceof UsageError) throw error
    const sentence = terminal.stop.aborted ? "Stopped." : inSentences(error)
    if (line.isJson) terminal.out(`${JSON.stringify({ error: sentence })}\n`)
    terminal.err(`${sentence}\n`)
    return terminal.stop.aborted ? exits.stopped : exitOf(error)
  }
}

function print({ out, err }: Terminal, { isJson }: Line, { text, data }: CommandResult): void {
  if (isJson) out(`${JSON.stringify(data)}\n`)
  const words = text.endsWith("\n") ? text : `${text}\n`
  if (isJson) err(words)
  else out(words)
}

function toAsked({ environment, stop, out, err }: Terminal, { argument, options, isJson }: Line): Asked {
  return {
    ...{ argument, options, environment, stop },
    say: (line) => (isJson ? err : out)(`${line}\n`),
    settings: () => readSettings(environment),
  }
}

/** Ctrl-C ends a command at once, unless it cleans up. */
async function untilStopped<Result>({ stop }: Terminal, { command }: Line, running: Promise<Result>): Promise<Result> {
  if (command.cleansUp) return running
  const stopped = new Promise<never>((_resolve, reject) => stop.addEventListener("abort", () => reject(stop.reason)))
  return Promise.race([running, stopped])
}

const exitOf = (error: unknown) =>
  error instanceof Error && error.name === "SettingsError" ? exits.settings : exits.failed
