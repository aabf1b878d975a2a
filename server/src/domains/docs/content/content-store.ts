import type { Inside, Reading } from "#access/context.ts"
import { schemaNumber } from "#contract/docs/doc-format.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { ofDoc, ownRow } from "#storage/own-row.ts"
import { isPostgres, prepared, preparedWrite } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import type { UpdateRow } from "../digest/index.ts"
import type { OneDoc } from "./client-store.ts"

const rowsAfter = prepared<OneDoc & { after: number }, UpdateRow>((db, arg) =>
  db
    .selectFrom("doc_updates")
    .select(["seq", "bytes", "broken_at"])
    .where("workspace_id", "=", arg("workspaceId"))
    .where("doc_id", "=", arg("docId"))
    .where("seq", ">", arg("after"))
    .orderBy("seq"),
)

/** The updates above `after` in order, including those that were set aside. */
export function listUpdates(cx: Reading, doc: OneDoc, after: number): Promise<readonly UpdateRow[]> {
  return rowsAfter(cx.db, { ...doc, after })
}

interface State {
  readonly seq: number
  readonly bytes: Uint8Array
}

const stateAfter = prepared<OneDoc & { after: number }, State>((db, arg) =>
  db
    .selectFrom("doc_states")
    .select(["seq", "bytes"])
    .where("workspace_id", "=", arg("workspaceId"))
    .where("doc_id", "=", arg("docId"))
    .where("seq", ">", arg("after")),
)

/** The state, which contains all updates up to its `seq`, if that is above `after`. */
export async function findState(cx: Reading, doc: OneDoc, after: number): Promise<State | undefined> {
  return (await stateAfter(cx.db, { ...doc, after }))[0]
}

export interface DocHead extends Pick<Schema["docs"], "workspace_id" | "deleted_at"> {
  readonly content_seq: number
  readonly indexed_seq: number
  readonly schema_number: number
}

const headById = prepared<{ docId: string }, DocHead>((db, arg) =>
  db
    .selectFrom("docs")
    .select(["workspace_id", "deleted_at", "content_seq", "indexed_seq", "schema_number"])
    .where("id", "=", arg("docId")),
)

/** A doc, in the trash or not. */
export async function findContentHead(cx: Reading, docId: string): Promise<DocHead | undefined> {
  return (await headById(cx.db, { docId }))[0]
}

export interface LiveDoc {
  readonly workspaceId: WorkspaceId
  readonly contentSeq: number
}

/** Reads, in one query, the given docs that are not in the trash. */
export async function listLiveDocs(cx: Reading, ids: readonly string[]): Promise<ReadonlyMap<string, LiveDoc>> {
  const rows = await cx.db
    .selectFrom("docs")
    .select(["id", "workspace_id", "content_seq"])
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .execute()
  return new Map(
    rows.map((row) => [row.id, { workspaceId: row.workspace_id, contentSeq: Number(row.content_seq) }] as const),
  )
}

/** Reads the JSON of a doc, in the trash or not, and locks its row until the transaction ends. */
export function lockBody(cx: Inside, doc: OneDoc): Promise<{ body: string } | undefined> {
  return cx.db
    .selectFrom("docs")
    .select("body")
    .where(ownRow(doc, doc.docId))
    .$if(isPostgres(cx.db), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
}

/** Reads the `seq` up to which a doc was derived, and locks its row until the transaction ends. */
export async function lockIndexedSeq(cx: Inside, doc: OneDoc): Promise<number | undefined> {
  const row = await cx.db
    .selectFrom("docs")
    .select("indexed_seq")
    .where(ownRow(doc, doc.docId))
    .$if(isPostgres(cx.db), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return row && Number(row.indexed_seq)
}

export async function insertFirstState(cx: Inside, doc: OneDoc, bytes: Uint8Array): Promise<void> {
  await cx.db
    .insertInto("doc_states")
    .values({ doc_id: doc.docId, workspace_id: doc.workspaceId, seq: 0, bytes })
    .onConflict((row) => row.columns(["doc_id", "workspace_id"]).doNothing())
    .execute()
}

interface Advance extends OneDoc {
  by: number
  schema: number
}

const advance = preparedWrite<Advance, { content_seq: number }>((db, arg) =>
  db
    .updateTable("docs")
    .set(({ eb, ref }) => ({ content_seq: eb(ref("content_seq"), "+", arg("by")), schema_number: arg("schema") }))
    .where("schema_number", "<=", arg("schema"))
    .where("id", "=", arg("docId"))
    .where("workspace_id", "=", arg("workspaceId"))
    .where("deleted_at", "is", null)
    .returning("content_seq"),
)

/**
 * Takes the next `by` numbers and returns the last; undefined when the doc is in the trash, deleted, or written by a
 * newer release. The row stays locked until the commit, so numbers have no gaps and are in commit order.
 */
export async function takeNumbers(cx: Inside, doc: OneDoc & { by: number }): Promise<number | undefined> {
  const [row] = await advance(cx.db, { ...doc, schema: schemaNumber })
  return row && Number(row.content_seq)
}

interface NewUpdate extends OneDoc {
  seq: number
  bytes: Uint8Array
  accountId: string
  now: number
}

const insertOne = preparedWrite<NewUpdate, object>((db, arg) =>
  db.insertInto("doc_updates").values({
    doc_id: arg("docId"),
    workspace_id: arg("workspaceId"),
    seq: arg("seq"),
    bytes: arg("bytes"),
    account_id: arg("accountId"),
    created_at: arg("now"),
    broken_at: null,
  }),
)

/** Stores updates: on PostgreSQL in one statement, on SQLite in one each, which is faster there. */
export async function insertUpdates(cx: Inside, updates: readonly NewUpdate[]): Promise<void> {
  if (!isPostgres(cx.db) || updates.length === 1) {
    for (const update of updates) await insertOne(cx.db, update)
    return
  }
  const rows = updates.map(({ docId: doc_id, workspaceId: workspace_id, accountId: account_id, now, seq, bytes }) => {
    return { doc_id, workspace_id, seq, bytes, account_id, created_at: now, broken_at: null }
  })
  await cx.db.insertInto("doc_updates").values(rows).execute()
}

export async function hasUpdates(cx: Reading, doc: OneDoc): Promise<boolean> {
  const some = cx.db.selectFrom("doc_updates").select("seq").where(ofDoc(doc)).where("broken_at", "is", null)
  return (await some.limit(1).executeTakeFirst()) !== undefined
}

/** The account of a doc's last update, or else the one in the doc's row. */
export async function findLastWriter(cx: Reading, one: OneDoc): Promise<string> {
  const last = await cx.db
    .selectFrom("doc_updates")
    .select("account_id")
    .where(ofDoc(one))
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst()
  if (last) return last.account_id
  const doc = await cx.db.selectFrom("docs").select("saved_by").where(ownRow(one, one.docId)).executeTakeFirst()
  return doc?.saved_by ?? ""
}

/** Sets aside an update that cannot be applied, so that the doc opens without it. */
export async function setAside(cx: Inside, doc: OneDoc, seq: number): Promise<void> {
  await cx.db
    .updateTable("doc_updates")
    .set({ broken_at: cx.now() })
    .where(ofDoc(doc))
    .where("seq", "=", seq)
    .where("broken_at", "is", null)
    .execute()
}
