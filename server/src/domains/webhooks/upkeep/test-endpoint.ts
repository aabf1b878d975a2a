import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { limitHourly } from "#access/limits/hourly-limit.ts"
import { noteEvent } from "#changes/note-event.ts"
import { conflict } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { newOrderedId } from "#kernel/ids.ts"
import { giveUpOpen, lockOwnEndpoint, ownEndpoint } from "../endpoints/index.ts"
import { eventExample } from "../event-example.ts"
import { eventTable } from "../event-table.ts"
import { webhookEvents } from "../webhook-events.ts"
import { isOffNow, mustBeOn } from "./must-receive.ts"

const types = eventTable.map(({ type }) => type) as [string, ...string[]]
const hourly = { hits: 120, sentence: "Too many tests of this endpoint in the last hour." }

/**
 * Sends an event with example data to one endpoint. Its subject is the endpoint, and ids in its data begin with
 * `example_`. A test that has not arrived yet is given up.
 */
export const testEndpoint = workspaceAction("admin", "console", {
  changes: ["webhooks"],
  input: z.object({ id: idInput, type: z.enum(types) }),
  output: z.object({ id: z.string(), type: z.string() }),
  async run(cx, { id, type }) {
    mustBeOn(cx, await ownEndpoint(cx, id))
    await limitHourly(cx, `webhook-tests:${id}`, hourly)
    const kind = eventTable.find((one) => one.type === type) ?? webhookEvents.test
    await cx.atomically(async (cx) => {
      const row = await lockOwnEndpoint(cx, id)
      if (row.disabled_at !== null) throw isOffNow()
      if (row.confirmed_at === null && kind !== webhookEvents.test) throw testFirst()
      await giveUpOpen(cx, row, { subject: id })
      const data = () => eventExample(kind, newOrderedId("example", cx.now())) as object
      noteEvent(cx, { workspaceId: cx.workspaceId, type: kind, subject: id, data, onlyFor: id })
    })
    return { id, type }
  },
})

const testFirst = () =>
  conflict(
    "This endpoint has not received `webhook.test` yet.",
    "Send `webhook.test` first. Until it arrives, no other event is sent.",
  )
