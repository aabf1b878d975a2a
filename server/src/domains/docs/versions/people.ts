import { z } from "zod"
import type { Reading } from "#access/context.ts"
import { findNames, listWriterRows } from "./version-store.ts"

/** Somebody who wrote in a version. */
export const writer = z.object({
  accountId: z.string(),
  name: z.string().nullable().describe("Null for somebody who has not told it, or has left for good."),
})

/** Who wrote in a doc's versions. Of a version from before that was kept, it is known who saved it. */
export async function readPeople(cx: Reading, docId: string, savers: readonly { version: number; saved_by: string }[]) {
  const written = Map.groupBy(await listWriterRows(cx, docId), ({ version }) => version)
  const unknown = savers.filter(({ version }) => !written.has(version))
  const names = await findNames(cx, [...new Set(unknown.map(({ saved_by }) => saved_by))])
  return ({ version, saved_by }: { version: number; saved_by: string }): z.output<typeof writer>[] =>
    written.get(version)?.map(({ account_id, name }) => ({ accountId: account_id, name })) ?? [
      { accountId: saved_by, name: names.get(saved_by) ?? null },
    ]
}
