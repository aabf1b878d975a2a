import { z } from "zod"
import { schemaNumber } from "#domains/docs/index.ts"
import { type Closing, closings } from "./closings.ts"

const shape = z.object({ schema: z.int(), account: z.string().optional() })

/**
 * An editor with an older schema would delete parts that it does not know. A page that was loaded for another account
 * would send one person's words in the name of the other.
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
