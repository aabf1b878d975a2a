import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { dayMs } from "#kernel/time/units.ts"
import { happeningPath, sentenceOf } from "../happenings.ts"
import { isNotified, type NotificationKind } from "../kinds.ts"
import { sendToBrowser } from "../push/index.ts"
import { findTellableLine } from "./due-line-store.ts"

/** A push that could not be delivered for a day is dropped. */
const lifetimeMs = dayMs
const shortestWaitMs = 30_000

/** Pushes a line unless it was read, switched off, hidden or is too old. A retry replaces what the first run showed. */
export async function pushNotification(cx: Context, payload: JobPayloads["push-notification"]): Promise<void> {
  const { notificationId: id, subscriptionId } = payload
  const line = await findTellableLine(cx, id)
  if (!line || !isNotified(line.kind as NotificationKind, "push", { role: line.role, chosen: line.push })) return
  const ageMs = Math.max(0, cx.now() - line.updated_at)
  if (ageMs >= lifetimeMs) return
  const afterMs = await sendToBrowser(cx, {
    accountId: line.account_id,
    subscriptionId,
    text: JSON.stringify({
      title: line.name,
      body: sentenceOf(line),
      path: `/${line.slug}${happeningPath(line)}`,
      tag: id,
    }),
    ttlSeconds: Math.ceil((lifetimeMs - ageMs) / 1_000),
    topic: id.slice(-32),
  })
  if (afterMs === undefined) return
  // The wait grows with the age of the line: at most some twenty tries a day for one browser.
  const waitMs = Math.max(afterMs, shortestWaitMs, Math.ceil(ageMs / 2))
  if (ageMs + waitMs >= lifetimeMs) return
  const once = { runAt: cx.now() + waitMs, dedupeKey: `push:${id}:${subscriptionId}` }
  await cx.atomically((cx) => enqueue(cx, "push-notification", { payload, ...once }))
}
