import { workspaceAction } from "#access/action.ts"
import { needRoom } from "#domains/drive/index.ts"
import { listServed } from "./domain-lookup-store.ts"
import { futureOnly } from "./expiry.ts"
import { link, toLink } from "./link.ts"
import { announceLink } from "./link-events.ts"
import { draftLink, insertDraft, linkBytesOf, newLink } from "./new-link.ts"

export const createLink = workspaceAction({
  scope: "links:write",
  role: "member",
  changes: ["links"],
  input: newLink,
  output: link,
  async run(cx, input) {
    futureOnly(cx, input.expires_at)
    const draft = await draftLink(cx, input)
    const { admission, addresses } = cx
    return cx.atomically(async (inside) => {
      await needRoom(inside, { admission, bytes: linkBytesOf(draft) })
      const row = await insertDraft(inside, draft)
      announceLink(inside, "created", { row, addresses })
      return toLink(cx, row, await listServed(inside, inside.workspaceId, [row]))
    })
  },
})
