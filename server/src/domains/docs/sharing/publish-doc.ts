import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { randomText } from "#kernel/ids.ts"
import { docId } from "../doc-input.ts"
import { docLink, findDocLink } from "./doc-link.ts"
import { putPublicKey } from "./public-doc-store.ts"

/** 124 random bits, without letters that are mistaken for each other's capitals. */
const newPublicKey = () => randomText("abcdefghijklmnopqrstuvwxyz0123456789", 24)

/**
 * Makes a link at which anybody can read a doc as it is then; search engines may not list it. A doc that has one keeps
 * it. Members may.
 */
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
