import { z } from "zod"
import { personAction } from "#access/action.ts"
import { listWorkspaceIds } from "#access/membership-store.ts"
import { noteChange } from "#changes/note-change.ts"
import { lineInput } from "#kernel/line-input.ts"
import { longestName } from "#kernel/name-input.ts"
import { updateName } from "./account-store.ts"
import { profile, readProfile } from "./profile.ts"

export const editProfile = personAction("console", {
  input: z.object({ name: lineInput(longestName).describe("At most 80 characters; empty removes the name.") }),
  output: profile,
  async run(cx, { name }) {
    await cx.atomically(async (cx) => {
      await updateName(cx, cx.accountId, name || null)
      for (const id of await listWorkspaceIds(cx, cx.accountId)) noteChange(cx, { workspaceId: id, kind: "members" })
    })
    return readProfile(cx)
  },
})
