import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Inside } from "#access/context.ts"
import { conflict } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { askToFanOut, askToSend } from "../deliveries/index.ts"
import {
  changeEndpointRow,
  type EndpointRow,
  giveUpOpen,
  hasBegun,
  lockOwnEndpoint,
  noteWebhookChange,
  raiseHeads,
  updateWanted,
} from "../endpoints/index.ts"
import { hurryHeads, withdrawRepeats } from "./switch-store.ts"

const begin = z
  .enum(["missed", "now"])
  .describe("`missed`: with the events of the last 30 days that it missed. `now`: with the next event.")

/** Sends an endpoint events again, and forgets its failures. */
export const switchOnEndpoint = workspaceAction("admin", "console", {
  changes: ["webhooks"],
  input: z.object({ id: idInput, from: begin }),
  output: z.object({ id: z.string() }),
  async run(cx, { id, from }) {
    await cx.atomically(async (cx) => {
      const row = await lockOwnEndpoint(cx, id)
      if (row.disabled_for === "listener") throw isListener()
      if (row.disabled_at !== null) await switchOn(cx, row, from)
    })
    noteWebhookChange(cx, "switched_on")
    return { id }
  },
})

async function switchOn(cx: Inside, row: EndpointRow, from: z.output<typeof begin>): Promise<void> {
  const fresh = {
    ...{ disabled_at: null, disabled_for: null, failing_since: null, failures: 0 },
    ...{ warned_at: null, slow_until: null, rests_until: null, updated_at: cx.now() },
  }
  await changeEndpointRow(cx, row, fresh)
  const now = await updateWanted(cx, { workspaceId: row.workspace_id })
  if (from === "now") {
    await giveUpOpen(cx, row)
    await withdrawRepeats(cx, row)
    await changeEndpointRow(cx, row, { since: hasBegun(row) ? now : 0, cursor_seq: now, cursor_nth: 0 })
    return
  }
  await raiseHeads(cx, row)
  await hurryHeads(cx, row)
  await askToFanOut(cx, row.workspace_id)
  await askToSend(cx, { ...row, ...fresh })
}

const isListener = () =>
  conflict("The command `atelier listen` sends this endpoint's events.", "Add an endpoint for the address instead.")
