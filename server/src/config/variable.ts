import { readFileSync } from "node:fs"
import type { z } from "zod"

/** One setting: its environment variable, its schema, its default, and its sentence in the docs. */
interface Variable<Value = unknown> {
  readonly name: string
  readonly schema: z.ZodType<Value, string>
  /** Written as in the environment. Undefined when the setting may be left out. */
  readonly default?: string
  /** Whether its value is secret and never printed. */
  readonly secret?: boolean
  readonly help: string
}

// biome-ignore lint/suspicious/noExplicitAny: a table holds variables of any type, which only `any` can say here.
export type Variables = Record<string, Variable<any>>

/** The values of a table of settings. A value without a default may be undefined. */
export type Values<Table extends Variables> = {
  readonly [Key in keyof Table]: Table[Key] extends Variable<infer Value>
    ? Table[Key] extends { default: string }
      ? Value
      : Value | undefined
    : never
}

/** Reports all faults of the settings at once, one a line. */
export class SettingsError extends Error {
  override readonly name = "SettingsError"
  constructor(faults: readonly string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`)
  }
}

type Environment = Record<string, string | undefined>

/** An unknown `SVC_*` name is a fault. An empty value counts as unset. @throws SettingsError naming every fault. */
export function readVariables<Table extends Variables>(table: Table, given: Environment): Values<Table> {
  const faults: string[] = []
  const environment = withSecretsOfFiles(table, given, faults)
  const known = new Map(Object.values(table).map((entry) => [entry.name, entry]))
  for (const name of Object.keys(environment)) {
    if (name.startsWith("SVC_") && !known.has(name)) faults.push(unknownVariable(name, [...known.keys()]))
  }

  const values: Record<string, unknown> = {}
  for (const [key, entry] of Object.entries(table)) {
    const text = environment[entry.name] || entry.default
    if (text === undefined) continue
    const read = entry.schema.safeParse(text)
    if (read.success) values[key] = read.data
    else faults.push(`${entry.name}: ${read.error.issues[0]?.message}${entry.secret ? "" : ` (it is "${text}")`}.`)
  }
  if (faults.length > 0) throw new SettingsError(faults)
  return values as Values<Table>
}

/** A secret may be the content of the file that its name with `_FILE` names, as containers and systemd provide it. */
function withSecretsOfFiles(table: Variables, given: Environment, faults: string[]): Environment {
  const environment = { ...given }
  for (const { name, secret } of Object.values(table)) {
    const path = given[`${name}_FILE`]
    if (!secret || path === undefined) continue
    delete environment[`${name}_FILE`]
    if (path === "") continue
    if (given[name]) faults.push(`${name} and ${name}_FILE are both set; remove one of them.`)
    else environment[name] = readSecret(`${name}_FILE`, path, faults)
  }
  return environment
}

function readSecret(setting: string, path: string, faults: string[]): string | undefined {
  try {
    const text = readFileSync(path, "utf8").trim()
    if (text === "") faults.push(`${setting}: the file ${path} is empty.`)
    return text
  } catch (error) {
    faults.push(`${setting}: the file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
    return undefined
  }
}

function unknownVariable(name: string, known: string[]): string {
  const [nearest] = known
    .map((other) => ({ other, edits: editsBetween(name, other) }))
    .sort((a, b) => a.edits - b.edits)
  const slip = nearest && nearest.edits <= 2
  return `${name} is not a setting. ${slip ? `Did you mean ${nearest.other}?` : "docs/configuration.md lists them all."}`
}

/** Counts the letters to add, drop or change to turn one name into the other (Levenshtein distance). */
function editsBetween(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const letter of from) {
    const row = [(above[0] ?? 0) + 1]
    for (let at = 1; at <= to.length; at += 1) {
      const change = (above[at - 1] ?? 0) + (letter === to[at - 1] ? 0 : 1)
      row.push(Math.min(change, (above[at] ?? 0) + 1, (row[at - 1] ?? 0) + 1))
    }
    above = row
  }
  return above.at(-1) ?? 0
}
