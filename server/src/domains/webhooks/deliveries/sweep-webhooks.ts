import type { Context } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import {
  deleteEndpointRow,
  giveUpOpen,
  lockEndpointRow,
  missedMs,
  raiseHeads,
  updateWanted,
} from "../endpoints/index.ts"
import { askToFanOut, askToSend } from "./ask-to-send.ts"
import { continueStrand } from "./insert-deliveries-store.ts"
import {
  deleteOldEvents,
  forgetOldAnswers,
  forgetOldSecrets,
  listBusyEndpoints,
  listForgotten,
  listLongOff,
  listOldHolders,
  listTrashedEndpoints,
  listUnheard,
} from "./sweep-webhooks-store.ts"

/** Work that waits this long was forgotten: its process was killed, or a message of the bus was lost. */
const forgottenMs = 10_000
const atOnce = 200

/** Enqueues deliveries that a killed process left, and those that waited for the end of a suspension. */
export async function wakeWebhooks(cx: Context): Promise<void> {
  const until = cx.now() - forgottenMs
  const unheard = await listUnheard(cx, until, atOnce)
  const forgotten = cx.hooks.isOff ? [] : await listForgotten(cx, until, atOnce)
  if (unheard.length + forgotten.length === 0) return
  await cx.atomically(async (cx) => {
    for (const workspaceId of unheard) await askToFanOut(cx, workspaceId)
    for (const endpoint of forgotten) await askToSend(cx, endpoint)
  })
}

/** Deletes expired events and deliveries, and ends the endpoints of workspaces in the trash. */
export async function sweepWebhooks(cx: Context): Promise<void> {
  // A strand without a head would wait for ever. None should exist before the deletions below.
  const raised = await raiseAllHeads(cx)
  if (raised > 0) cx.log.error({ raised }, "Deliveries of webhooks waited behind nothing.")
  for (const endpoint of await listTrashedEndpoints(cx, atOnce)) {
    await cx.atomically(async (cx) => {
      await deleteEndpointRow(cx, endpoint)
      await updateWanted(cx, { workspaceId: endpoint.workspace_id })
    })
  }
  for (const workspaceId of await listLongOff(cx, cx.now() - missedMs)) {
    await cx.atomically((cx) => updateWanted(cx, { workspaceId }))
  }
  await cx.atomically(forgetOldSecrets)
  await continueOldStrands(cx)
  await inBatches(cx, deleteOldEvents)
  await inBatches(cx, forgetOldAnswers)
  await raiseAllHeads(cx)
}

/** Requeues events that waited for a delivery that is about to be deleted. */
async function continueOldStrands(cx: Context): Promise<void> {
  for (;;) {
    const holders = await listOldHolders(cx, atOnce)
    for (const holder of holders) {
      await cx.atomically(async (cx) => {
        const endpoint = await lockEndpointRow(cx, { id: holder.endpoint_id, workspace_id: holder.workspace_id })
        if (!endpoint) return
        await giveUpOpen(cx, endpoint, { subject: holder.subject, upTo: holder })
        await continueStrand(cx, endpoint, holder)
      })
    }
    if (holders.length < atOnce) return
  }
}

/** Returns how many strands had no head. */
async function raiseAllHeads(cx: Context): Promise<number> {
  let raised = 0
  for (let after: string | undefined = ""; after !== undefined; ) {
    const endpoints = await listBusyEndpoints(cx, after, atOnce)
    for (const endpoint of endpoints) {
      raised += await cx.atomically(async (cx) => {
        await lockEndpointRow(cx, endpoint)
        return raiseHeads(cx, endpoint)
      })
    }
    after = endpoints.length === atOnce ? endpoints.at(-1)?.id : undefined
  }
  return raised
}
