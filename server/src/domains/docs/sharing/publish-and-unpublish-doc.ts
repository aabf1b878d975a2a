import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { randomText } from "#kernel/ids.ts"
import { announceDoc } from "../doc-events.ts"
import { docId } from "../doc-input.ts"
import { docLink, findDocLink } from "./doc-link.ts"
import { putPublicKey, removePublicKey } from "./public-doc-store.ts"

/** Gives a doc a public link that shows its present text. Search engines may not list it. An existing link is kept. */
export const publishDoc = workspaceAction("member", "console", {
  changes: ["docs"],
  input: z.strictObject({ id: docId }),
  output: docLink,
  async run(outer, { id }) {
    const key = newPublicKey()
    return outer.atomically(async (cx) => {
      if (await putPublicKey(cx, id, key)) announceDoc(cx, "published", { id, addresses: outer.addresses })
      return findDocLink(cx, outer, id)
    })
  },
})

/** 124 random bits, in lower case, since people confuse capitals with small letters. */
const newPublicKey = () => randomText("abcdefghijklmnopqrstuvwxyz0123456789", 24)

/** Ends a doc's public link and the addresses of its files for good. A later link has another address. */
export const unpublishDoc = workspaceAction("member", "console", {
  changes: ["docs"],
  input: z.strictObject({ id: docId }),
  output: docLink,
  async run(outer, { id }) {
    return outer.atomically(async (cx) => {
      if (await removePublicKey(cx, id)) announceDoc(cx, "unpublished", { id, addresses: outer.addresses })
      return findDocLink(cx, outer, id)
    })
  },
})
