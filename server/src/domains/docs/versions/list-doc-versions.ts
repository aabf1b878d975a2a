import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member, Reading } from "#access/context.ts"
import { docId } from "../doc-input.ts"
import { noSuchDoc } from "../doc-shape.ts"
import { findDoc } from "../doc-store.ts"
import { findAuthorNames, listVersionRows, listWriterRows } from "./version-store.ts"

const writer = z.object({
  accountId: z.string(),
  name: z.string().nullable().describe("Null if it is not set, or the account was deleted."),
})

/** Reads the writers of a doc's versions. A version older than that record has only the account that saved it. */
async function readPeople(
  cx: Reading & Member,
  docId: string,
  savers: readonly { version: number; saved_by: string }[],
) {
  const written = Map.groupBy(await listWriterRows(cx, docId), ({ version }) => version)
  const unknown = savers.filter(({ version }) => !written.has(version))
  const names = await findAuthorNames(cx, [...new Set(unknown.map(({ saved_by }) => saved_by))])
  return ({ version, saved_by }: { version: number; saved_by: string }): z.output<typeof writer>[] =>
    written.get(version)?.map(({ account_id, name }) => ({ accountId: account_id, name })) ?? [
      { accountId: saved_by, name: names.get(saved_by) ?? null },
    ]
}

/** Lists the earlier versions of a doc, newest first, and the writers of the present text. */
export const listDocVersions = workspaceAction("viewer", "console", {
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
