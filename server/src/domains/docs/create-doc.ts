import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { needRoom } from "#domains/drive/index.ts"
import { announceDoc } from "./doc-events.ts"
import { docTitle, emoji, emptyBody } from "./doc-input.ts"
import { listedDoc, toListedDoc } from "./doc-shape.ts"
import { insertDoc } from "./doc-store.ts"

/** The approximate size of an empty doc, in bytes. */
const newDocBytes = 500

export const createDoc = workspaceAction("member", "docs:write", {
  changes: ["docs"],
  input: z.object({ title: docTitle, emoji: emoji.optional() }),
  output: listedDoc,
  async run(cx, { title, emoji = null }) {
    const { admission, addresses } = cx
    return cx.atomically(async (cx) => {
      await needRoom(cx, { admission, bytes: newDocBytes })
      const row = await insertDoc(cx, { title, emoji, body: JSON.stringify(emptyBody) })
      announceDoc(cx, "created", { id: row.id, addresses })
      return toListedDoc({ addresses, workspace: cx.workspace }, row)
    })
  },
})
