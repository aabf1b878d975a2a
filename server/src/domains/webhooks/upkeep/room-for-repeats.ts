import type { Inside } from "#access/context.ts"
import { conflict } from "#kernel/error.ts"
import { type EndpointKey, type EndpointRow, lockEndpointRow, noSuchEndpoint } from "../endpoints/index.ts"
import { countRepeats } from "./again-store.ts"

/** The most deliveries of an endpoint that wait to be sent again. */
export const mostRepeats = 1_000

/** Locks the endpoint. `room` is how many more deliveries may be sent again. @throws ServiceError `conflict` for none. */
export async function roomForRepeats(cx: Inside, key: EndpointKey): Promise<{ endpoint: EndpointRow; room: number }> {
  const endpoint = await lockEndpointRow(cx, key)
  if (!endpoint) throw noSuchEndpoint()
  const room = mostRepeats - (await countRepeats(cx, key))
  if (room <= 0) throw tooMany()
  return { endpoint, room }
}

const tooMany = () =>
  conflict(
    `${mostRepeats.toLocaleString("en")} events wait to be sent again to this endpoint.`,
    "Wait until they were sent.",
  )
