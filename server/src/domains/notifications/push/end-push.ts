import { z } from "zod"
import { personAction } from "#access/action.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { removeSubscription } from "./subscription-store.ts"

export const endPush = personAction("console", {
  input: z.object({ id: lenientIdInput }),
  output: z.object({}),
  async run(cx, { id }) {
    await cx.atomically((cx) => removeSubscription(cx, cx.accountId, id))
    return {}
  },
})
