import { setTimeout as sleep } from "node:timers/promises"
import type { Context, Inside } from "#access/context.ts"
import { noteChange } from "#changes/note-change.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { newId } from "#kernel/ids.ts"
import { changeEndpointRow, type EndpointKey, type EndpointRow, isOwnAddress } from "../endpoints/index.ts"
import { askToFanOut, askToSend } from "./ask-to-send.ts"
import { claimEndpoint, type DueDelivery, findLeft, listDue, releaseEndpoint, renewed } from "./due-store.ts"
import type { Tried } from "./judge-endpoint.ts"
import { type Recorder, recorderOf } from "./record-tries.ts"
import { type OpenEndpoint, openEndpoint, signHook, writeHook } from "./sign-hook.ts"

/** How long a run sends before it gives its slot to another endpoint. */
const runMs = 10_000
/** How long a run with a free request waits before it looks for new deliveries, while a receiver is slow. */
const lookMs = 250
const readAtOnce = 100

/** Sends the due deliveries of an endpoint. One run at a time has it. A failure of the receiver is recorded. */
export async function sendHooks(cx: Context, { workspaceId, endpointId }: JobPayloads["send-hooks"]): Promise<void> {
  if (cx.hooks.isOff) return
  const key = { id: endpointId, workspace_id: workspaceId }
  const lease = newId("lease")
  const endpoint = await cx.atomically((cx) => claimEndpoint(cx, key, lease))
  if (!endpoint) return
  let sent = 0
  try {
    sent = await sendDue(cx, await openRun(cx, endpoint))
  } catch (fault) {
    await cx.atomically((cx) => releaseEndpoint(cx, key, lease))
    throw fault
  }
  await cx.atomically(async (cx) => {
    await askAgain(cx, key, lease)
    // Open pages show its deliveries. A note of each of them would slow the workspace.
    if (sent > 0) noteChange(cx, { workspaceId, kind: "webhooks" })
  })
}

interface Run {
  readonly endpoint: EndpointRow
  readonly open: OpenEndpoint
  readonly isOwn: boolean
  readonly until: number
  readonly record: Recorder
  /** False once the endpoint was removed, moved, switched off or asked for a pause. */
  isOn: boolean
  renewedAt: number
}

async function openRun(cx: Context, endpoint: EndpointRow): Promise<Run> {
  const open = openEndpoint(cx, endpoint)
  const isOwn = await isOwnAddress(cx, open.url)
  const now = cx.now()
  return { endpoint, open, isOwn, until: now + runMs, record: recorderOf(cx), isOn: true, renewedAt: now }
}

/** Returns how many requests it made. */
async function sendDue(cx: Context, run: Run): Promise<number> {
  const { mostAtOnce } = cx.hooks
  const inFlight = new Map<string, Promise<void>>()
  let sent = 0
  let waiting: DueDelivery[] = []
  while (run.isOn && cx.now() < run.until) {
    if (waiting.length === 0) {
      // A delivery that is recorded while the list is read may stand in it as due.
      const onTheirWay = new Set(inFlight.keys())
      waiting = (await listDue(cx, run.endpoint, readAtOnce)).filter((one) => !onTheirWay.has(one.event_id))
    }
    if (waiting.length === 0 && inFlight.size === 0) return sent
    for (const delivery of waiting.splice(0, mostAtOnce - inFlight.size)) {
      await pace(cx, run)
      if (!run.isOn) break
      const sending = sendOne(cx, run, delivery).finally(() => inFlight.delete(delivery.event_id))
      inFlight.set(delivery.event_id, sending)
      sent += 1
    }
    const isFree = waiting.length === 0 && inFlight.size < mostAtOnce
    await Promise.race([...inFlight.values(), ...(isFree ? [sleep(lookMs, undefined, { ref: false })] : [])])
  }
  await Promise.all(inFlight.values())
  return sent
}

/** Waits while the endpoint has had its requests of this second, and keeps the lease longer than a request takes. */
async function pace(cx: Context, run: Run): Promise<void> {
  const { mostPerSecond } = cx.hooks
  while (mostPerSecond < Number.POSITIVE_INFINITY) {
    const { hits, resetMs } = await cx.counters.hit(`hooks:${run.endpoint.id}`, 1_000)
    if (hits <= mostPerSecond) break
    await sleep(resetMs)
  }
  if (cx.now() - run.renewedAt < 2_000) return
  run.renewedAt = cx.now()
  await cx.atomically((cx) => changeEndpointRow(cx, run.endpoint, renewed(cx.now())))
}

async function sendOne(cx: Context, run: Run, delivery: DueDelivery): Promise<void> {
  const endpoint = await run.record(() => tryOnce(cx, run, delivery))
  run.isOn &&=
    endpoint?.url_sealed === run.endpoint.url_sealed &&
    endpoint.disabled_at === null &&
    (endpoint.rests_until ?? 0) <= cx.now()
}

async function tryOnce(cx: Context, run: Run, delivery: DueDelivery): Promise<Tried> {
  const beganAt = cx.now()
  const body = writeHook(delivery, run.open.version)
  const headers = signHook(cx, run.open, { id: delivery.event_id, at: beganAt, body })
  const answer = run.isOwn ? ownAddress : await cx.hooks.post({ url: run.open.url, body, headers })
  return { delivery, url_sealed: run.endpoint.url_sealed, answer, beganAt, ms: cx.now() - beganAt }
}

const ownAddress = { status: null, fault: "address", text: "", retryAfterMs: null } as const

/**
 * Ends the lease, and enqueues the next run for when a delivery is due, and fan-out if events wait behind the cursor. A
 * delivery that became due meanwhile did not get the lease, so it is looked for while the endpoint's row is locked.
 */
async function askAgain(cx: Inside, key: EndpointKey, lease: string): Promise<void> {
  const endpoint = await releaseEndpoint(cx, key, lease)
  if (!endpoint || endpoint.disabled_at !== null) return
  const { due, isBehind } = await findLeft(cx, endpoint)
  // Jobs are claimed by their time: a past one would overtake other endpoints that wait.
  if (due !== null) await askToSend(cx, endpoint, Math.max(due, cx.now()))
  if (isBehind) await askToFanOut(cx, key.workspace_id)
}
