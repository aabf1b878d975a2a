import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { docId } from "../doc-input.ts"
import { noSuchDoc } from "../doc-shape.ts"
import { findDoc } from "../doc-store.ts"
import { readPeople, writer } from "./people.ts"
import { listVersionRows } from "./version-store.ts"

/** Lists the earlier versions of a doc, newest first, and the writers of the present text. */
export const listDocVersions = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.strictObject({ id: docId }),
  output: z.object({
    present: z.object({ savedAt: z.int(), people: z.array(writer) }),
    items: z.array(
      z.object({
        version: z.int(),
        title: z.string(),
        emoji: z.string().nullable(),
        savedAt: z.int().describe("When it was written in last, epoch milliseconds."),
        people: z.array(writer).describe("Writers since the previous version, the latest first."),
      }),
    ),
  }),
  async run(cx, { id }) {
    const doc = await findDoc(cx, id)
    if (!doc) throw noSuchDoc()
    const rows = await listVersionRows(cx, id)
    const peopleOf = await readPeople(cx, id, [doc, ...rows])
    return {
      present: { savedAt: Number(doc.updated_at), people: peopleOf(doc) },
      items: rows.map((row) => {
        const { version, title, emoji, saved_at } = row
        return { version, title, emoji, savedAt: Number(saved_at), people: peopleOf(row) }
      }),
    }
  },
})
