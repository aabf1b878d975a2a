import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { randomText } from "#kernel/ids.ts"
import { docId } from "../doc-input.ts"
import { docLink, findDocLink } from "./doc-link.ts"
import { putPublicKey } from "./public-doc-store.ts"

/** 124 random bits, in lower case, since people confuse capitals with small letters. */
const newPublicKey = () => randomText("abcdefghijklmnopqrstuvwxyz0123456789", 24)

/** Gives a doc a public link that shows its present text. Search engines may not list it. An existing link is kept. */
export const publishDoc = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["docs"],
  input: z.strictObject({ id: docId }),
  output: docLink,
  async run(outer, { id }) {
    const key = newPublicKey()
    return outer.atomically(async (cx) => {
      await putPublicKey(cx, id, key)
      return findDocLink(cx, outer, id)
    })
  },
})
