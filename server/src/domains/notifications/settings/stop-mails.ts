import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { putChoice } from "./choice-store.ts"
import { readMailSwitch } from "./mail-switch.ts"

/** Stops the mails of an unsubscribe address. Needs no sign-in. Idempotent. */
export const stopMails = publicAction({
  input: z.object({ token: z.string().max(200) }),
  output: z.object({}),
  async run(cx, { token }) {
    const { accountId, kind } = readMailSwitch(cx, token)
    await cx.atomically((cx) => putChoice(cx, accountId, { kind, channel: "mail", chosen: "off" }))
    return {}
  },
})
