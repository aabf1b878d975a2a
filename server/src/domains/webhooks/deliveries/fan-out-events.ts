import type { Context, Inside } from "#access/context.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { type EndpointKey, type EndpointRow, hasBegun, listWorkingKeys, lockEndpointRow } from "../endpoints/index.ts"
import { askToSend } from "./ask-to-send.ts"
import { countOpen, findLastOfNext, findNewestTest, moveCursor } from "./fan-out-store.ts"
import { insertDeliveries, mostOpen } from "./insert-deliveries-store.ts"

/** Makes deliveries of a workspace's new events, for each endpoint that is switched on. */
export async function fanOutEvents(cx: Context, { workspaceId }: JobPayloads["fan-out-events"]): Promise<void> {
  while (await cx.atomically((cx) => fanOutOnce(cx, workspaceId)));
}

/** Locks endpoints in the order of their ids, as the recording of tries does. Returns whether there may be more. */
async function fanOutOnce(cx: Inside, workspaceId: WorkspaceId): Promise<boolean> {
  let isMore = false
  for (const key of await listWorkingKeys(cx, { workspaceId })) if (await fanOut(cx, key)) isMore = true
  return isMore
}

/** Returns whether there may be more that fits. */
async function fanOut(cx: Inside, key: EndpointKey): Promise<boolean> {
  const endpoint = await lockEndpointRow(cx, key)
  if (!endpoint || endpoint.disabled_at !== null) return false
  const room = mostOpen - (await countOpen(cx, key))
  const isMoved = endpoint.confirmed_at === null && hasBegun(endpoint)
  if (room <= 0 || isMoved) {
    await fanOutTest(cx, endpoint)
    return false
  }
  const next = await findLastOfNext(cx, endpoint, room)
  if (!next) return false
  // Before the endpoint is confirmed, it gets nothing but tests.
  const since = endpoint.confirmed_at === null ? Number.MAX_SAFE_INTEGER : endpoint.since
  const made = await insertDeliveries(cx, { ...endpoint, since }, next.last)
  await moveCursor(cx, key, next.last)
  if (made > 0) await askToSend(cx, endpoint)
  return next.count === room && made < room
}

/** Lets a test overtake the events behind the cursor, which wait for a free window or a confirmed address. */
async function fanOutTest(cx: Inside, endpoint: EndpointRow): Promise<void> {
  const test = await findNewestTest(cx, endpoint)
  if (!test) return
  const before = { cursor_seq: test.seq, cursor_nth: test.nth - 1 }
  if ((await insertDeliveries(cx, { ...endpoint, ...before }, test)) > 0) await askToSend(cx, endpoint)
}
