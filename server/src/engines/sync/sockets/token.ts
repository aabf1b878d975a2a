import { z } from "zod"
import { schemaNumber } from "#domains/docs/index.ts"
import { type Closing, closings } from "./closings.ts"

const shape = z.object({ schema: z.int(), account: z.string().optional() })

/**
 * Finds why an editor that sends this token is not let in. One that knows less of what may stand in a doc would take the
 * rest out of it, for everybody. A page that was loaded for another account than the one whose cookie comes with it would
 * send that account's words in this one's name.
 */
export function faultOf(token: string, accountId: string): Closing | undefined {
  const read = shape.safeParse(parse(token))
  if (!read.success || read.data.schema < schemaNumber) return closings.tooOld
  return (read.data.account ?? accountId) === accountId ? undefined : closings.signedOut
}

function parse(token: string): unknown {
  try {
    return JSON.parse(token)
  } catch {
    return undefined
  }
}
