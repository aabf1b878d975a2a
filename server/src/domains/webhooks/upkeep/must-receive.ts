import type { Outside } from "#access/context.ts"
import { conflict } from "#kernel/error.ts"
import { type EndpointRow, webhooksAreOff } from "../endpoints/index.ts"

/** @throws ServiceError `conflict` if nothing is sent to the endpoint now. */
export function mustBeOn(cx: Pick<Outside, "hooks">, { disabled_at }: EndpointRow): void {
  if (cx.hooks.isOff) throw webhooksAreOff()
  if (disabled_at !== null) throw isOffNow()
}

/** @throws ServiceError `conflict` if the endpoint gets no events now. */
export function mustReceive(cx: Pick<Outside, "hooks">, row: EndpointRow): void {
  mustBeOn(cx, row)
  if (row.confirmed_at === null) throw notConfirmed()
}

export const isOffNow = () => conflict("This endpoint is off.", "Switch it on first.")

const notConfirmed = () =>
  conflict(
    "This endpoint has not received a test yet.",
    "Send `webhook.test` first. Until it arrives, no other event is sent.",
  )
