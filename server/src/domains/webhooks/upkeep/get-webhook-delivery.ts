import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { notFound } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { writeHook } from "../deliveries/index.ts"
import { ownEndpoint } from "../endpoints/index.ts"
import { findLogged, listTries } from "./delivery-log-store.ts"
import { loggedDelivery, type Try, toLogged } from "./logged-delivery.ts"

const attempt = z.object({
  id: z.string(),
  at: z.int(),
  ms: z.int(),
  status: z.int().nullable().describe("Null when no response came."),
  fault: z.string().nullable(),
  answer: z.string().nullable().describe("The beginning of the response's body, for a week."),
  askedBy: z.string().nullable().describe("The member who asked for it. Null: the schedule."),
})

/** Returns a delivery with the bytes that were sent, and each try. */
export const getWebhookDelivery = workspaceAction("admin", "console", {
  input: z.object({ id: idInput, eventId: idInput }),
  output: loggedDelivery.extend({ body: z.string(), attempts: z.array(attempt) }),
  async run(cx, { id, eventId }) {
    const row = await ownEndpoint(cx, id)
    const delivery = await findLogged(cx, { ...row, eventId })
    if (!delivery) throw noSuchDelivery()
    const tries = await listTries(cx, row, [eventId])
    return { ...toLogged(delivery, tries), body: writeHook(delivery, row.version), attempts: tries.map(toAttempt) }
  },
})

function toAttempt({ id, began_at, ms, status, fault, answer, asked_by, name, email }: Try): z.input<typeof attempt> {
  const askedBy = asked_by === null ? null : (name ?? email ?? "a former member")
  return { id, at: began_at, ms, status, fault, answer, askedBy }
}

export const noSuchDelivery = () => notFound("Delivery not found.", "Deliveries are kept for 30 days.")
