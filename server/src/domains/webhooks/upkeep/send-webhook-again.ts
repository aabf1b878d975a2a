import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { conflict } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { askToSend } from "../deliveries/index.ts"
import { ownEndpoint } from "../endpoints/index.ts"
import { repeatOne } from "./again-store.ts"
import { findLogged } from "./delivery-log-store.ts"
import { noSuchDelivery } from "./get-webhook-delivery.ts"
import { mustReceive } from "./must-receive.ts"
import { roomForRepeats } from "./room-for-repeats.ts"

/** Sends a delivery that ended once more, with the same id and bytes. */
export const sendWebhookAgain = workspaceAction("admin", "console", {
  changes: ["webhooks"],
  input: z.object({ id: idInput, eventId: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id, eventId }) {
    const row = await ownEndpoint(cx, id)
    mustReceive(cx, row)
    if (!(await findLogged(cx, { ...row, eventId }))) throw noSuchDelivery()
    await cx.atomically(async (cx) => {
      const { endpoint } = await roomForRepeats(cx, row)
      if (!(await repeatOne(cx, { ...row, accountId: cx.accountId, eventId }))) throw stillTried()
      await askToSend(cx, endpoint)
    })
    return { id: eventId }
  },
})

const stillTried = () => conflict("This event is still being sent.", "Wait until it was delivered or failed.")
