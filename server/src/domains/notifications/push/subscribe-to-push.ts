import { z } from "zod"
import { personAction } from "#access/action.ts"
import { invalidInput, ServiceError } from "#kernel/error.ts"
import { newId } from "#kernel/ids.ts"
import { hashSecret } from "#kernel/secret.ts"
import { sealTarget } from "./push-target.ts"
import { putSubscription } from "./subscription-store.ts"

const key = z.string().regex(/^[\w-]{16,128}$/, "is not a key of a subscription")

export const subscriptionInput = z.object({
  endpoint: z.url().max(2_000).describe("As the browser's subscription has it."),
  keys: z.object({ p256dh: key, auth: key }),
})

/** Switches push on in the caller's browser, until they sign out there or switch it off. */
export const subscribeToPush = personAction("console", {
  input: subscriptionInput,
  output: z.object({ id: z.string() }),
  async run(cx, target) {
    const { accountId, sessionId } = cx
    if (!(await cx.push.accepts(target))) throw notASubscription()
    const id = newId("push")
    const sealed = sealTarget(cx, id, target)
    const isStored = await cx.atomically((cx) =>
      putSubscription(cx, {
        id,
        account_id: accountId,
        session_id: sessionId ?? "",
        endpoint_hash: hashSecret(target.endpoint),
        target_sealed: sealed,
        failing_since: null,
        created_at: cx.now(),
      }),
    )
    if (!isStored) throw sessionEnded()
    return { id }
  },
})

export const notASubscription = () =>
  invalidInput("This is not a subscription that messages can be sent to.", "Load the page again and try once more.")

const sessionEnded = () =>
  new ServiceError("invalid_token", "This session has ended.", { hint: "Sign in and try again." })
