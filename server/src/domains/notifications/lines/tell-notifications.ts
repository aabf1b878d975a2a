import type { Context, Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { type Happening, happenings } from "../happenings.ts"
import { listSubscriptionIds } from "../push/index.ts"
import { findNextTime, takeDueLines } from "./due-line-store.ts"
import { tellAt } from "./notify.ts"

/** How long a mail waits. A line that is read in the console meanwhile is not mailed. */
const mailAfterMs = 5 * minuteMs

/** Enqueues the due messages of a name: one job for each mailbox and browser, so that a failing one delays no other. */
export async function tellNotifications(cx: Context, lines: JobPayloads["tell-notifications"]): Promise<void> {
  const { workspaceId, line } = lines
  await cx.atomically(async (cx) => {
    for (const due of await takeDueLines(cx, workspaceId, line)) await send(cx, due, isMailed(line))
    const nextAt = await findNextTime(cx, workspaceId, line)
    if (nextAt !== undefined) await tellAt(cx, lines, nextAt)
  })
}

interface Due {
  id: string
  account_id: string
  mailed_at: number | null
  created_at: number
}

async function send(cx: Inside, { id, account_id, mailed_at, created_at }: Due, isMailed: boolean): Promise<void> {
  if (isMailed && mailed_at === null) {
    const once = { runAt: created_at + mailAfterMs, dedupeKey: `mail-notification:${id}` }
    await enqueue(cx, "mail-notification", { payload: { notificationId: id }, ...once })
  }
  for (const subscriptionId of await listSubscriptionIds(cx, account_id)) {
    const once = { dedupeKey: `push:${id}:${subscriptionId}` }
    await enqueue(cx, "push-notification", { payload: { notificationId: id, subscriptionId }, ...once })
  }
}

const isMailed = (line: string) => !happenings[line.split(":")[0] as Happening].isMailedApart
