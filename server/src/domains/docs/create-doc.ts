import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { needRoom } from "#domains/drive/index.ts"
import { toIso } from "#kernel/time/iso.ts"
import { announceDoc } from "./doc-events.ts"
import { docTitle, emoji, emptyBody } from "./doc-input.ts"
import { insertDoc } from "./doc-store.ts"

/** The approximate size of an empty doc, in bytes. */
const newDocBytes = 500

export const createDoc = workspaceAction({
  scope: "docs:write",
  role: "member",
  changes: ["docs"],
  input: z.object({ title: docTitle, emoji: emoji.optional() }),
  output: z.object({
    id: z.string().describe("The doc's id."),
    title: z.string().describe("The stored title."),
    emoji: z.string().nullable().describe("The emoji beside the title, or null."),
    created_at: z.iso.datetime().describe("UTC."),
  }),
  async run(cx, { title, emoji = null }) {
    const { admission, addresses } = cx
    return cx.atomically(async (cx) => {
      await needRoom(cx, { admission, bytes: newDocBytes })
      const row = await insertDoc(cx, { title, emoji, body: JSON.stringify(emptyBody) })
      announceDoc(cx, "created", { id: row.id, addresses })
      return { id: row.id, title: row.title, emoji: row.emoji, created_at: toIso(row.created_at) }
    })
  },
})
