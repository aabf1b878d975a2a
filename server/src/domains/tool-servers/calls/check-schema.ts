import { canonicalJson } from "#kernel/canonical-json.ts"
import { asSchema, type ToolSchema, targetOf } from "#kernel/tools/schema-parts.ts"
import { rules } from "./schema-rules.ts"

/** The most steps of one check. A schema of 16 kB can ask for more work than any machine can do. */
const mostSteps = 100_000
/** The work that costs one step: letters read, and parts of a schema visited. */
const perStep = { letters: 50, parts: 10 }
const mostDepth = 100

export class SchemaTooCostly extends Error {
  constructor() {
    super("The schema takes too long to check.")
    this.name = "SchemaTooCostly"
  }
}

/**
 * Says where a value does not fit a JSON Schema (2020-12 or draft 7). The schema is untrusted: the check compiles
 * nothing, fetches no address, runs no pattern, and ends after a number of steps (throws SchemaTooCostly). Unknown
 * keywords (`pattern`, `format`, foreign `$ref`) are left to the server, which checks again.
 */
export function misfitOf(schema: object, value: unknown): string | undefined {
  return misfit({ root: schema, steps: 0 }, { schema, value, path: "" }, 0)
}

interface Check {
  readonly root: object
  steps: number
}

interface At {
  schema: unknown
  value: unknown
  /** A JSON pointer into the value, for example `/items/0`. */
  path: string
}

function misfit(check: Check, { schema, value, path }: At, depth: number): string | undefined {
  if (depth > mostDepth) throw new SchemaTooCostly()
  spend(check, 1 + (typeof value === "string" ? value.length / perStep.letters : 0))
  if (schema === false) return `${nameOf(path)} may not be there`
  const known = asSchema(schema)
  if (!known) return undefined
  spend(check, partsOf(known) / perStep.parts)
  const write = (some: unknown) => {
    const text = canonicalJson(some)
    spend(check, text.length / perStep.letters)
    return text
  }
  const inner = (schema: unknown, value: unknown, part?: string) =>
    misfit(check, { schema, value, path: part === undefined ? path : `${path}/${part}` }, depth + 1)
  const target = targetOf(check.root, known.$ref)
  const elsewhere = target === undefined ? undefined : inner(target, value)
  if (elsewhere !== undefined) return elsewhere
  for (const rule of rules) {
    const fault = rule({ schema: known, value, inner, write })
    if (fault !== undefined) return fault.startsWith("`") ? fault : `${nameOf(path)} ${fault}`
  }
  return undefined
}

function spend(check: Check, steps: number): void {
  check.steps += steps
  if (check.steps > mostSteps) throw new SchemaTooCostly()
}

/** The most parts that a rule visits at one place: keywords, and the entries right below them. */
function partsOf(schema: ToolSchema): number {
  const below = Object.values(schema).map((part) => (typeof part === "object" && part ? Object.keys(part).length : 0))
  return below.reduce((sum, count) => sum + count, below.length)
}

const nameOf = (path: string) => (path === "" ? "`arguments`" : `\`${path.slice(1)}\``)
