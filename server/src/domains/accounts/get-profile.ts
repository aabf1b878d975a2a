import { z } from "zod"
import { personAction } from "#access/action.ts"
import { lineInput } from "#kernel/line-input.ts"
import { longestName } from "#kernel/name-input.ts"
import { getAccount, updateName } from "./account-store.ts"

const profile = z.object({
  email: z.string(),
  name: z.string().nullable().describe("What other members of a workspace see; null when none was given."),
})

/** Who is signed in. */
export const getProfile = personAction({
  scope: "console",
  input: z.object({}),
  output: profile,
  async run(cx) {
    const { email, name } = await getAccount(cx, cx.accountId)
    return { email, name }
  },
})

/** Changes the name that others see; an empty one takes it away. */
export const editProfile = personAction({
  scope: "console",
  input: z.object({ name: lineInput(longestName).describe("At most 80 characters; none takes the name away.") }),
  output: profile,
  async run(cx, { name }) {
    const given = name || null
    await cx.atomically((cx) => updateName(cx, cx.accountId, given))
    const { email } = await getAccount(cx, cx.accountId)
    return { email, name: given }
  },
})
