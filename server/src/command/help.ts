import { commandTable } from "./commands.ts"
import type { CommandEntry } from "./outcome.ts"

/** The command line of a command, such as `atelier restore <folder> [--pool <folder>]`. */
export function usageOf(name: string, { argument, options = {}, isService }: CommandEntry): string {
  const words = Object.entries(options).map(([option, { value, isRequired, isRepeatable }]) => {
    const one = `--${option} ${value}${isRepeatable ? " …" : ""}`
    return isRequired ? one : `[${one}]`
  })
  return ["atelier", name, argument, ...words, !isService && "[--json]"].filter(Boolean).join(" ")
}

/** The help of a command, or of all. */
export function helpOf(name: string | undefined): string {
  const command = name === undefined ? undefined : commandTable[name]
  if (name !== undefined && command) return helpOfOne(name, command)
  const rows = Object.entries(commandTable).map(([name, { help, argument = "" }]) => [
    `${name} ${argument}`.trim(),
    help,
  ])
  return `atelier <command>: runs Atelier, and looks after its data.

${inColumns(rows)}

\`atelier help <command>\` shows its options, \`atelier --version\` the version. Settings are environment variables (SVC_…).
With --json the result is one JSON object on standard output, and all words are on standard error.

${inColumns(Object.entries(exitMeanings))}
`
}

/** The meaning of each exit code. */
export const exitMeanings: Readonly<Record<string, string>> = {
  0: "Done.",
  1: "Failed; standard error says why.",
  2: "Done, but something is missing.",
  64: "The command line is wrong.",
  78: "The settings, or the version of Node.js, are wrong.",
  130: "Stopped by Ctrl-C.",
}

function helpOfOne(name: string, command: CommandEntry): string {
  const { help, options = {}, choices, incomplete } = command
  const rows = Object.entries(options).map(([option, { value, help }]) => [`--${option} ${value}`, help])
  const parts = [
    usageOf(name, command),
    help,
    choices && `${command.argument} is one of ${choices.join(", ")}.`,
    rows.length > 0 && inColumns(rows),
    incomplete && `Exit code 2: ${incomplete}`,
  ]
  return `${parts.filter(Boolean).join("\n\n")}\n`
}

function inColumns(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([left = ""]) => left.length))
  return rows.map(([left = "", right]) => `  ${left.padEnd(width)}  ${right}`).join("\n")
}
