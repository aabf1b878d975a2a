import { schemaNumber } from "#domains/docs/index.ts"

/**
 * Whether the editor that sends this token knows less of what may stand in a doc than the service does. What it does not
 * know it would take out of the doc, for everybody.
 */
export function isTooOld(token: string): boolean {
  try {
    const { schema } = JSON.parse(token) as { schema?: unknown }
    return typeof schema !== "number" || schema < schemaNumber
  } catch {
    return true
  }
}
