import type { Reading } from "#access/context.ts"

/** Above this many clients, authors are not looked up. */
const mostClients = 1_000

/** The accounts that own one of these clients and wrote an update above `after` and up to `upTo`. */
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
