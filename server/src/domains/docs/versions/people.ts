import { z } from "zod"
import type { Member } from "#access/caller.ts"
import type { Reading } from "#access/context.ts"
import { findAuthorNames, listWriterRows } from "./version-store.ts"

export const writer = z.object({
  accountId: z.string(),
  name: z.string().nullable().describe("Null if it is not set, or the account was deleted."),
})

/** Reads the writers of a doc's versions. A version older than that record has only the account that saved it. */
export async function readPeople(
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
