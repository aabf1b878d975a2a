import { parseArgs } from "node:util"
import { commandTable } from "./commands.ts"
import { type Asked, type CommandEntry, UsageError } from "./outcome.ts"

export interface Line {
  readonly name: string
  readonly command: CommandEntry
  readonly argument: string | undefined
  readonly options: Asked["options"]
  readonly isJson: boolean
}

/** Parses a command line. @throws UsageError */
export function readLine(args: readonly string[]): Line | { readonly help: string | undefined } | "version" {
  if (args[0] === "--version") return "version"
  const name = nameIn(args[0] === "help" ? args.slice(1) : args)
  const isHelp = args[0] === "help" && (name !== undefined || args.length === 1)
  if (isHelp || (name === undefined && ["--help", "-h"].includes(args[0] ?? ""))) return { help: name }
  const command = name === undefined ? undefined : commandTable[name]
  if (name === undefined || !command)
    throw new UsageError(args.length === 0 ? "Name a command." : `There is no command \`${args.join(" ")}\`.`)
  return readWords(name, command, args.slice(name.split(" ").length))
}

/** The longest name that the line begins with. */
function nameIn(args: readonly string[]): string | undefined {
  const names = [args.slice(0, 2).join(" "), args[0] ?? ""]
  return names.find((name) => Object.hasOwn(commandTable, name))
}

function readWords(name: string, command: CommandEntry, args: readonly string[]): Line | { readonly help: string } {
  const { values, positionals } = parsed(command, args)
  const { help, json, ...options } = values as Record<string, unknown> & Asked["options"]
  if (help) return { help: name }
  checkArgument(command, positionals)
  checkOptions(command, options)
  return { name, command, argument: positionals[0], options, isJson: Boolean(json) }
}

function checkArgument({ argument: placeholder, choices }: CommandEntry, [argument, ...rest]: readonly string[]): void {
  if (argument === undefined) {
    if (placeholder?.startsWith("<")) throw new UsageError(`${placeholder} is missing.`)
    return
  }
  const superfluous = placeholder === undefined ? argument : rest[0]
  if (superfluous !== undefined) throw new UsageError(`\`${superfluous}\` is one word too many.`)
  if (choices && !choices.includes(argument)) throw new UsageError(`${placeholder} is one of ${choices.join(", ")}.`)
}

function checkOptions({ options = {} }: CommandEntry, given: Asked["options"]): void {
  for (const [name, { isRequired, isRepeatable }] of Object.entries(options)) {
    const count = given[name]?.length ?? 0
    if (isRequired && count === 0) throw new UsageError(`--${name} is missing.`)
    if (!isRepeatable && count > 1) throw new UsageError(`--${name} may be written once.`)
  }
}

function parsed({ options = {}, isService }: CommandEntry, args: readonly string[]) {
  const own = Object.keys(options).map((name) => [name, { type: "string", multiple: true }] as const)
  const json = isService ? {} : { json: { type: "boolean" } as const }
  const known = { ...Object.fromEntries(own), ...json, help: { type: "boolean", short: "h" } as const }
  try {
    return parseArgs({ args: [...args], options: known, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
