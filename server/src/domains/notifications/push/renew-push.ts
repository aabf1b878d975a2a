import { z } from "zod"
import { personAction } from "#access/action.ts"
import { hashSecret } from "#kernel/secret.ts"
import { sealTarget } from "./push-target.ts"
import { notASubscription, subscriptionInput } from "./subscribe-to-push.ts"
import { findOfSession, moveSubscription } from "./subscription-store.ts"

/** After the browser renewed it (Push API, `pushsubscriptionchange`). Does nothing if push was off in that browser. */
export const renewPush = personAction("console", {
  input: subscriptionInput,
  output: z.object({ isOn: z.boolean().describe("Whether the browser is switched on.") }),
  async run(cx, target) {
    if (!(await cx.push.accepts(target))) throw notASubscription()
    const known = await findOfSession(cx, cx.sessionId ?? "")
    if (!known) return { isOn: false }
    const { id } = known
    const moved = { id, endpoint_hash: hashSecret(target.endpoint), target_sealed: sealTarget(cx, id, target) }
    return { isOn: await cx.atomically((cx) => moveSubscription(cx, moved)) }
  },
})
