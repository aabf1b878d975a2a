import { workspaceAction } from "#access/action.ts"
import { needRoom } from "#domains/drive/index.ts"
import { futureOnly } from "./expiry.ts"
import { announceLink } from "./link-events.ts"
import { typedDestination } from "./link-input.ts"
import { draftLink, insertDraft, linkBytesOf, newLink } from "./new-link.ts"
import { taggedLink, withTags } from "./tagged-link.ts"
import { setTags, tagNames } from "./tags/index.ts"

export const createTaggedLink = workspaceAction("member", "console", {
  changes: ["links"],
  input: newLink.extend({ destination: typedDestination, tags: tagNames.default([]) }),
  output: taggedLink,
  async run(cx, { tags, ...input }) {
    futureOnly(cx, input.expiresAt)
    const draft = await draftLink(cx, input)
    const { admission, addresses } = cx
    const row = await cx.atomically(async (cx) => {
      await needRoom(cx, { admission, bytes: linkBytesOf(draft) })
      const row = await insertDraft(cx, draft)
      await setTags(cx, row, tags)
      announceLink(cx, "created", { row, addresses })
      return row
    })
    return withTags(cx, row)
  },
})
