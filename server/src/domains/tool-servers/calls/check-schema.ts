import { asSchema, own, rules } from "./schema-rules.ts"

/** Steps that one check may take. A schema of 16 kB can ask for more than any machine can do. */
const mostSteps = 100_000
const mostDepth = 100

/** A check was given up before the schema came to its end. */
export class SchemaTooCostly extends Error {
  constructor() {
    super("The schema takes too long to check.")
    this.name = "SchemaTooCostly"
  }
}

/**
 * Says where a value does not fit a JSON Schema (2020-12, and what draft 7 writes differently); undefined where it does.
 * It walks through the schema of a stranger: nothing is compiled, no address is fetched, no pattern of theirs is run,
 * and it ends after a number of steps. What it does not know (`pattern`, `format`, a `$ref` to elsewhere,
 * `unevaluatedProperties`) is left to the server, which checks again.
 *
 * @throws SchemaTooCostly
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
  /** Where in the value, such as `/items/0`. */
  path: string
}

function misfit(check: Check, { schema, value, path }: At, depth: number): string | undefined {
  check.steps += 1
  if (check.steps > mostSteps || depth > mostDepth) throw new SchemaTooCostly()
  if (schema === false) return `${nameOf(path)} may not be there`
  const known = asSchema(schema)
  if (!known) return undefined
  const inner = (schema: unknown, value: unknown, part?: string) =>
    misfit(check, { schema, value, path: part === undefined ? path : `${path}/${part}` }, depth + 1)
  const target = targetOf(check.root, known.$ref)
  const elsewhere = target === undefined ? undefined : inner(target, value)
  if (elsewhere !== undefined) return elsewhere
  for (const rule of rules) {
    const fault = rule({ schema: known, value, inner })
    if (fault !== undefined) return fault.startsWith("`") ? fault : `${nameOf(path)} ${fault}`
  }
  return undefined
}

const nameOf = (path: string) => (path === "" ? "`arguments`" : `\`${path.slice(1)}\``)

/** What a reference names, in the same schema only: `#`, `#/$defs/a`. */
function targetOf(root: object, ref: unknown): unknown {
  if (typeof ref !== "string" || !/^#(\/|$)/.test(ref)) return undefined
  let target: unknown = root
  for (const part of ref.split("/").slice(1)) {
    const name = decode(part).replaceAll("~1", "/").replaceAll("~0", "~")
    target = Array.isArray(target) ? target[Number(name)] : own(asSchema(target) ?? {}, name)
  }
  return target
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
