import { workspaceAction } from "#access/action.ts"
import { needRoom } from "#domains/drive/index.ts"
import { link, toLink } from "./link.ts"
import { draftLink, insertDraft, linkBytesOf, newLink } from "./new-link.ts"

export const createLink = workspaceAction({
  scope: "links:write",
  role: "member",
  changes: ["links"],
  input: newLink,
  output: link,
  async run(cx, input) {
    const draft = await draftLink(cx, input)
    return cx.atomically(async (inside) => {
      await needRoom(inside, { admission: cx.admission, bytes: linkBytesOf(draft) })
      return toLink(cx, await insertDraft(inside, draft))
    })
  },
})
