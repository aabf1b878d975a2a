import type { Reading } from "#access/context.ts"

/** So many clients are looked for; who named somebody as more of them is not known. */
const mostClients = 1_000

/** Which of the accounts that wrote a doc's updates after one and up to another write as these clients. */
export async function listAuthors(
  cx: Reading,
  { docId, after, upTo }: { docId: string; after: number; upTo: number },
  clients: ReadonlySet<number>,
): Promise<string[]> {
  if (clients.size === 0 || clients.size > mostClients) return []
  const rows = await cx.db
    .selectFrom("doc_clients")
    .select("account_id")
    .distinct()
    .where("doc_id", "=", docId)
    .where("client_id", "in", [...clients])
    .where("account_id", "in", (wrote) =>
      wrote
        .selectFrom("doc_updates")
        .select("account_id")
        .where("doc_id", "=", docId)
        .where("seq", ">", after)
        .where("seq", "<=", upTo),
    )
    .execute()
  return rows.map(({ account_id }) => account_id)
}
