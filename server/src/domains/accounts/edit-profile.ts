import { z } from "zod"
import { personAction } from "#access/action.ts"
import { lineInput } from "#kernel/line-input.ts"
import { longestName } from "#kernel/name-input.ts"
import { updateName } from "./account-store.ts"
import { profile, readProfile } from "./profile.ts"

/** Changes the name that others see; an empty name removes it. */
export const editProfile = personAction({
  scope: "console",
  input: z.object({ name: lineInput(longestName).describe("At most 80 characters; none takes the name away.") }),
  output: profile,
  async run(cx, { name }) {
    await cx.atomically((cx) => updateName(cx, cx.accountId, name || null))
    return readProfile(cx)
  },
})
