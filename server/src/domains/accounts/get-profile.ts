import { z } from "zod"
import { personAction } from "#access/action.ts"
import { getAccount } from "./account-store.ts"
import { profile } from "./profile.ts"

/** Returns the profile of the signed-in person. */
export const getProfile = personAction({
  scope: "console",
  input: z.object({}),
  output: profile,
  async run(cx) {
    const { email, name } = await getAccount(cx, cx.accountId)
    return { email, name }
  },
})
