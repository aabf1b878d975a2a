import { workspaceAction } from "#access/action.ts"
import { link, toLink } from "./link.ts"
import { draftLink, insertDraft, newLink } from "./new-link.ts"

/** Creates a short link that works at once. Members may. */
export const createLink = workspaceAction({
  scope: "links:write",
  role: "member",
  changes: ["links"],
  input: newLink,
  output: link,
  async run(cx, input) {
    const draft = await draftLink(cx, input)
    return cx.atomically(async (inside) => toLink(cx, await insertDraft(inside, draft)))
  },
})
