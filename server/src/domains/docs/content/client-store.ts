import type { Inside } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { ofDoc } from "#storage/own-row.ts"

/** SQLite takes 32,766 values in a statement. */
const largestPart = 5_000

export interface OneDoc {
  readonly docId: string
  readonly workspaceId: WorkspaceId
}

/** Maps client ids of a doc to accounts; unclaimed ids are omitted. */
export async function findOwners(cx: Inside, doc: OneDoc, ids: readonly number[]): Promise<Map<number, string>> {
  const owners = new Map<number, string>()
  for (const part of partsOf(ids)) {
    const rows = await cx.db
      .selectFrom("doc_clients")
      .select(["client_id", "account_id"])
      .where(ofDoc(doc))
      .where("client_id", "in", part)
      .execute()
    for (const { client_id, account_id } of rows) owners.set(Number(client_id), account_id)
  }
  return owners
}

export async function insertOwners(cx: Inside, doc: OneDoc, owners: ReadonlyMap<number, string>): Promise<void> {
  const inOrder = [...owners].sort(([one], [other]) => one - other) // the same order in all processes avoids deadlocks
  for (const part of partsOf(inOrder)) {
    const rows = part.map(([client_id, account_id]) => ({
      doc_id: doc.docId,
      workspace_id: doc.workspaceId,
      client_id,
      account_id,
    }))
    await cx.db
      .insertInto("doc_clients")
      .values(rows)
      .onConflict((row) => row.columns(["doc_id", "client_id", "workspace_id"]).doNothing())
      .execute()
  }
}

/** The accounts whose updates of a doc were set aside, because they could not be applied. */
export async function listSetAsideAuthors(cx: Inside, doc: OneDoc): Promise<ReadonlySet<string>> {
  const rows = await cx.db
    .selectFrom("doc_updates")
    .select("account_id")
    .distinct()
    .where(ofDoc(doc))
    .where("broken_at", "is not", null)
    .execute()
  return new Set(rows.map(({ account_id }) => account_id))
}

function* partsOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += largestPart) yield items.slice(at, at + largestPart)
}
