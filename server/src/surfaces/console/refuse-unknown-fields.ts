import { z } from "zod"
import type { Action } from "#access/action.ts"
import type { ServiceError } from "#kernel/error.ts"
import { mapSchema } from "#kernel/tools/map-schema.ts"

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

const toStrict = (schema: z.ZodType) =>
  mapSchema(schema, ({ shape, catchall = z.never() }): object => (shape ? { catchall } : {}))
