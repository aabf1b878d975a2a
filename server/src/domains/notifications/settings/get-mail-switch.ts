import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { kinds } from "../kinds.ts"
import { findChoice } from "./choice-store.ts"
import { readMailSwitch } from "./mail-switch.ts"

/** Returns which mails an unsubscribe address stops. Changes nothing, since mail scanners open links. */
export const getMailSwitch = publicAction({
  input: z.object({ token: z.string().max(200) }),
  output: z.object({ title: z.string().describe("The kind of the emails."), isStopped: z.boolean() }),
  async run(cx, { token }) {
    const { accountId, kind } = readMailSwitch(cx, token)
    const choice = await findChoice(cx, accountId, kind)
    return { title: kinds[kind].title, isStopped: choice?.mail === "off" }
  },
})
