import { z } from "zod"
import type { Action } from "#access/action.ts"
import type { ServiceError } from "#kernel/error.ts"

const made = new WeakMap<Action, Action>()

/**
 * The same action, whose input has no unknown fields at any depth. The REST API ignores them. The console's own pages send
 * none, so one in a console call is a mistake that would otherwise look like a success.
 */
export function refuseUnknownFields(action: Action): Action {
  let strict = made.get(action)
  if (!strict) {
    strict = { ...action, input: toStrict(action.input) }
    made.set(action, strict)
  }
  return strict
}

/**
 * The refusal of an unknown field as a person needs it. The field was removed or renamed since the page was opened.
 * Undefined for other refusals.
 */
export function ofOlderPage({ code, message }: ServiceError): { message: string; hint: string } | undefined {
  const [, names] = /^(`.+`) (?:is|are) unknown; /.exec(message) ?? []
  if (code !== "invalid_request" || names === undefined) return undefined
  return {
    message: "This page is older than the service.",
    hint: `Reload it and try again. Unknown: ${names.replaceAll("`", "")}.`,
  }
}

/** The parts of a definition that contain schemas: of objects, lists, unions, records, pipes and wrappers. */
interface Definition {
  readonly shape?: Record<string, z.ZodType>
  readonly catchall?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly items?: readonly z.ZodType[]
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
}

const single = ["innerType", "element", "valueType", "in", "out"] as const
const several = ["options", "items"] as const

function toStrict(schema: z.ZodType): z.ZodType {
  const { def } = schema._zod as unknown as { def: Definition }
  const changed: Record<string, unknown> = {}
  for (const name of single) if (def[name]) changed[name] = toStrict(def[name])
  for (const name of several) if (def[name]) changed[name] = def[name].map(toStrict)
  if (def.shape) {
    changed.shape = Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, toStrict(field)]))
    changed.catchall = def.catchall ?? z.never()
  }
  if (Object.keys(changed).length === 0) return schema
  return z.core.clone(schema, { ...def, ...changed } as never, { parent: true })
}
