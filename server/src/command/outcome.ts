import type { Settings } from "#config/settings.ts"

/** How a command ends: sysexits.h has 64 and 78, and a shell reports 130 after Ctrl-C. */
export const exits = { done: 0, failed: 1, incomplete: 2, usage: 64, settings: 78, stopped: 130 } as const

export interface Asked {
  readonly argument: string | undefined
  /** Each option by its name, with its values in their order. */
  readonly options: Readonly<Record<string, readonly string[]>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Aborted by Ctrl-C. */
  readonly stop: AbortSignal
  /** Prints a line that is not the result. */
  say(line: string): void
  /** @throws SettingsError */
  settings(): Settings
}

export interface CommandResult {
  /** The printed text. */
  readonly text: string
  /** The object that `--json` prints instead. */
  readonly data: object
  readonly exit?: (typeof exits)["failed" | "incomplete" | "stopped"]
}

interface Option {
  /** The placeholder of its value. */
  readonly value: string
  readonly help: string
  readonly isRequired?: boolean
  readonly isRepeatable?: boolean
}

export interface CommandEntry {
  /** The placeholder of the word behind the command, in brackets if it may be left out. */
  readonly argument?: "<folder>" | "<email>" | "<shell>" | "[url]"
  readonly choices?: readonly string[]
  readonly options?: Readonly<Record<string, Option>>
  readonly help: string
  /** The meaning of exit code 2. */
  readonly incomplete?: string
  /** Starts the service, which prints its own lines, until a signal ends it. */
  readonly isService?: true
  /** Ends soon after Ctrl-C by itself, because it must clean up. */
  readonly cleansUp?: true
  run(asked: Asked): Promise<CommandResult | undefined>
}

export type CommandTable = Readonly<Record<string, CommandEntry>>

/** The words of a command line are wrong. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}

/** The causes are in it, such as a full disk behind a failed copy. */
export function inSentences(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${inSentences(error.cause)})` : error.message
}
