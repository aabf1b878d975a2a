import type { Context } from "#access/context.ts"
import type { PushMessage } from "#adapters/push/port.ts"
import { dayMs } from "#kernel/time/units.ts"
import { getPushKeys } from "./push-key.ts"
import { unsealTarget } from "./push-target.ts"
import { findSubscription, noteFailed, noteTaken, removeSubscription } from "./subscription-store.ts"

/** A browser that has refused every message for this long is removed. */
const patienceMs = 7 * dayMs

interface Shown extends Pick<PushMessage, "text" | "ttlSeconds" | "topic"> {
  accountId: string
  subscriptionId: string
}

/** Removes a browser that is gone. Returns the least wait in milliseconds before a retry; undefined for no retry. */
export async function sendToBrowser(cx: Context, shown: Shown): Promise<number | undefined> {
  const { accountId, subscriptionId: id } = shown
  const row = await findSubscription(cx, accountId, id)
  if (!row) return undefined
  const subject = `mailto:${cx.admission.contact}`
  const pushed = await cx.push.send(unsealTarget(cx, row), { ...shown, subject, keys: await getPushKeys(cx) })
  switch (pushed.outcome) {
    case "taken":
      if (row.failing_since !== null) await cx.atomically((cx) => noteTaken(cx, id))
      return undefined
    case "gone":
      await cx.atomically((cx) => removeSubscription(cx, accountId, id))
      return undefined
    case "later":
      await cx.atomically((cx) => noteFailed(cx, id, cx.now() - patienceMs))
      return pushed.afterMs
    case "refused":
      cx.log.warn({ status: pushed.status }, "A push service refused a message.")
      await cx.atomically((cx) => noteFailed(cx, id, cx.now() - patienceMs))
      return undefined
  }
}
