import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { cursorsOf, notOurs } from "#kernel/cursor.ts"
import { idInput } from "#kernel/id-input.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { ownEndpoint } from "../endpoints/index.ts"
import { listLogged, listTries } from "./delivery-log-store.ts"
import { deliveryOutcome, loggedDelivery, toLogged } from "./logged-delivery.ts"

const cursors = cursorsOf("webhook-deliveries")

/** Lists an endpoint's deliveries of the last 30 days, newest event first. */
export const listWebhookDeliveries = workspaceAction("admin", "console", {
  input: z.object({ id: idInput, outcome: deliveryOutcome.optional(), ...listInput(25) }),
  output: listOutput(loggedDelivery),
  async run(cx, { id, outcome, limit, cursor }) {
    const row = await ownEndpoint(cx, id)
    const after = cursor === undefined ? undefined : readPlace(cursor)
    const rows = await listLogged(cx, { ...row, outcome, after, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const tries = Map.groupBy(await listTries(cx, row, shown.map(({ event_id }) => event_id)), (one) => one.event_id) // biome-ignore format: one line
    const last = shown.at(-1)
    return {
      items: shown.map((row) => toLogged(row, tries.get(row.event_id) ?? [])),
      ...(last && rows.length > limit && { nextCursor: cursors.write(`${last.seq}:${last.nth}`) }),
    }
  },
})

function readPlace(cursor: string): { seq: number; nth: number } {
  const [, seq, nth] = /^(\d{1,15}):(\d{1,15})$/.exec(cursors.read(cursor)) ?? []
  if (seq === undefined || nth === undefined) throw notOurs()
  return { seq: Number(seq), nth: Number(nth) }
}
