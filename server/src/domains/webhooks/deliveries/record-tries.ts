import type { Context, Inside } from "#access/context.ts"
import { noteChange } from "#changes/note-change.ts"
import { openCountdown } from "#kernel/bounds/countdown.ts"
import { groupCommit } from "#kernel/group-commit.ts"
import { newOrderedId } from "#kernel/ids.ts"
import { record } from "#measure/measure.ts"
import {
  changeEndpointRow,
  type EndpointHealth,
  type EndpointRow,
  hasBegun,
  lockEndpointRow,
  raiseHeads,
  updateHealth,
  updateWanted,
} from "../endpoints/index.ts"
import { webhookEvents } from "../webhook-events.ts"
import { endRepeat, insertAttempt, makeNextHead, recordTry } from "./attempt-store.ts"
import { continueStrand } from "./insert-deliveries-store.ts"
import { judgeEndpoint, type Tried } from "./judge-endpoint.ts"
import { isSuccess, waitMsAfter } from "./schedule.ts"

/** Makes a try, and records it. Resolves to its endpoint afterwards; undefined when it was removed. */
export type Recorder = (make: () => Promise<Tried>) => Promise<EndpointRow | undefined>

const recorders = new WeakMap<Context, Recorder>()

/** How long a try waits for others that are on their way, so that they are recorded in one transaction. */
const gatherMs = 5

/** Tries of all endpoints that end together are recorded in one transaction. */
export function recorderOf(cx: Context): Recorder {
  const known = recorders.get(cx)
  if (known) return known
  const onTheirWay = openCountdown()
  const record = groupCommit<Tried, EndpointRow | undefined>(async (take) => {
    await onTheirWay.zero(gatherMs)
    return cx.atomically((cx) => recordAll(cx, take()))
  })
  const recorder: Recorder = async (make) => record(await onTheirWay.during(make))
  recorders.set(cx, recorder)
  return recorder
}

/** Locks the endpoints in the order of their ids, so that two processes cannot deadlock. */
async function recordAll(cx: Inside, tries: readonly Tried[]): Promise<(EndpointRow | undefined)[]> {
  const byEndpoint = Map.groupBy(tries, ({ delivery }) => delivery.endpoint_id)
  const after = new Map<string, EndpointRow | undefined>()
  for (const id of [...byEndpoint.keys()].sort()) after.set(id, await recordOf(cx, id, byEndpoint.get(id) ?? []))
  return tries.map(({ delivery }) => after.get(delivery.endpoint_id))
}

async function recordOf(cx: Inside, id: string, tries: readonly Tried[]): Promise<EndpointRow | undefined> {
  const [first] = tries
  const before = first && (await lockEndpointRow(cx, { id, workspace_id: first.delivery.workspace_id }))
  if (!before) return undefined
  for (const tried of tries) await recordAttempt(cx, tried)
  // A response from an address that was replaced meanwhile says nothing about the present one.
  const here = tries.filter(({ url_sealed }) => url_sealed === before.url_sealed)
  for (const tried of here) await recordEnd(cx, before, tried)
  const health = await judgeEndpoint(cx, before, here)
  if (isChanged(before, health)) await updateHealth(cx, before, health)
  noteOutcome(cx, before, { ...health, isAwaited: tries.some(isAwaited) })
  if (before.confirmed_at === null && here.some(confirms)) await confirm(cx, before)
  return { ...before, ...health }
}

const isChanged = (before: EndpointHealth, after: EndpointHealth) =>
  (Object.keys(after) as (keyof EndpointHealth)[]).some((name) => before[name] !== after[name])

const confirms = ({ delivery, answer }: Tried) => delivery.type === webhookEvents.test.type && isSuccess(answer.status)

/** A member sent it: a test, or a delivery once more. */
const isAwaited = ({ delivery }: Tried) => delivery.subject === delivery.endpoint_id || delivery.again_at !== null

/**
 * Open pages show at once that an endpoint begins or ceases to work, and deliveries that a member asked for. They show
 * other deliveries when the run ends.
 */
function noteOutcome(cx: Inside, before: EndpointRow, after: EndpointHealth & { isAwaited: boolean }): void {
  const isTurn =
    (before.failing_since === null) !== (after.failing_since === null) || before.disabled_at !== after.disabled_at
  if (isTurn || after.isAwaited) noteChange(cx, { workspaceId: before.workspace_id, kind: "webhooks" })
}

async function recordAttempt(cx: Inside, { delivery, answer, beganAt, ms }: Tried): Promise<void> {
  const { workspace_id, endpoint_id, event_id, again_by } = delivery
  await insertAttempt(cx, {
    ...{ id: newOrderedId("try", cx.now()), workspace_id, endpoint_id, event_id, began_at: beganAt, ms },
    ...{ status: answer.status, fault: answer.fault, answer: answer.text || null, asked_by: again_by },
  })
}

/** After the end of a head, the next delivery of its strand is due. */
async function recordEnd(cx: Inside, endpoint: EndpointRow, { delivery, answer, beganAt }: Tried): Promise<void> {
  const isDelivered = isSuccess(answer.status)
  if (delivery.again_at !== null) return endRepeat(cx, delivery, isDelivered)
  const { workspace_id, endpoint_id, seq, nth, tries, subject } = delivery
  const wait = isDelivered ? undefined : waitMsAfter(tries + 1)
  const due_at = wait === undefined ? null : cx.now() + wait
  const outcome = isDelivered ? "delivered" : "failed"
  const end = wait === undefined ? ({ ended_at: cx.now(), outcome } as const) : { ended_at: null, outcome: null }
  if (!(await recordTry(cx, { workspace_id, endpoint_id, seq, nth, tries, due_at, ...end }))) return
  record("webhook_tries_total", 1, end.outcome === "failed" ? "given_up" : outcome)
  if (tries === 0) record("webhook_delay_seconds", (beganAt - delivery.occurred_at) / 1_000)
  if (end.ended_at === null) return
  if (delivery.holds_more) await continueStrand(cx, endpoint, delivery)
  else await makeNextHead(cx, { workspace_id, endpoint_id, subject, now: cx.now() })
}

/**
 * Confirms an endpoint when a test arrived. A new one gets events from the clock's present number on; one with a new
 * address also gets the waiting events.
 */
async function confirm(cx: Inside, endpoint: EndpointRow): Promise<void> {
  const workspaceId = endpoint.workspace_id
  await changeEndpointRow(cx, endpoint, { confirmed_at: cx.now() })
  const now = await updateWanted(cx, { workspaceId })
  await raiseHeads(cx, endpoint)
  if (!hasBegun(endpoint)) await changeEndpointRow(cx, endpoint, { since: now })
  noteChange(cx, { workspaceId, kind: "webhooks" })
}
