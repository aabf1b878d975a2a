import type { Inside, Reading } from "#access/context.ts"
import { members } from "#access/membership-store.ts"
import { everyWorkspace } from "#access/workspace-store.ts"
import type { ListPart } from "#kernel/cursor.ts"
import { newOrderedId } from "#kernel/ids.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { WriteDb } from "#storage/database.ts"
import { latestFirst } from "#storage/in-order.ts"
import { preparedWrite } from "#storage/prepared.ts"
import { noteConnection } from "./note-connection.ts"

/** The `tool` of events of the connection itself. Calls of a tool have the tool's name. */
const connectionItself = "connection"

export interface AuditEntry {
  /** Makes recording idempotent: an id is recorded only once. */
  id?: string
  grantId: string
  accountId: string
  /** Null when it is about no workspace, or all. */
  workspaceId: WorkspaceId | null
  /** The tool that was called. Without it, the line is about the connection itself. */
  tool?: string
  /** SHA-256 of the canonical arguments. */
  argumentsDigest?: string
  /** `ok`, the code of a refusal, or what happened to the connection. */
  outcome: string
  requestId?: string
  /** The id of what a write made; empty when it has none. Without it, nothing was written. */
  thing?: string
  /** Epoch milliseconds; by default now. */
  at?: number
}

type AuditRow = ReturnType<typeof toRow>

const columns = [
  ...(["id", "grant_id", "account_id", "workspace_id", "tool"] as const),
  ...(["arguments_digest", "outcome", "request_id", "thing", "created_at"] as const),
]

const insertOne = preparedWrite<AuditRow, unknown>((db, arg) =>
  insertRows(db, [Object.fromEntries(columns.map((name) => [name, arg(name)])) as AuditRow]).returning("id"),
)

/** Records one line in the transaction that it is about. False when it was recorded before. */
export async function insertAuditEntry(cx: Inside, entry: AuditEntry): Promise<boolean> {
  const isNew = (await insertOne(cx.db, toRow(cx, entry))).length > 0
  await noteConnection(cx, entry.accountId, entry.workspaceId)
  return isNew
}

const linesInBlock = 100

/** A statement for so many lines is compiled once, which takes longer than to run it. */
const insertBlock = preparedWrite<{ readonly [at: number]: unknown }, unknown>((db, arg) => {
  const line = (at: number) => columns.map((name, nth) => [name, arg(at * columns.length + nth)])
  return insertRows(
    db,
    Array.from({ length: linesInBlock }, (_, at) => Object.fromEntries(line(at)) as AuditRow),
  )
})

/** Records lines. Skips lines of deleted grants, which the database would refuse. */
export async function insertAuditEntries(cx: Inside, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => toRow(cx, entry))
  const inBlocks = rows.length - (rows.length % linesInBlock)
  for (let at = 0; at < inBlocks; at += linesInBlock) {
    await insertBlock(
      cx.db,
      rows.slice(at, at + linesInBlock).flatMap((row) => columns.map((name) => row[name])),
    )
  }
  if (inBlocks < rows.length) await insertRows(cx.db, rows.slice(inBlocks)).execute()
}

function insertRows(db: WriteDb, rows: readonly AuditRow[]) {
  return db
    .insertInto("audit_entries")
    .values(rows)
    .onConflict((conflict) => conflict.column("id").doNothing())
}

function toRow(cx: Inside, entry: AuditEntry) {
  return {
    id: entry.id ?? newOrderedId("audit", cx.now()),
    grant_id: entry.grantId,
    account_id: entry.accountId,
    workspace_id: entry.workspaceId,
    tool: entry.tool ?? connectionItself,
    arguments_digest: entry.argumentsDigest ?? "",
    outcome: entry.outcome,
    request_id: entry.requestId ?? "",
    thing: entry.thing ?? null,
    created_at: entry.at ?? cx.now(),
  }
}

interface Record {
  grantId: string
  /** The reader. Only things in workspaces that the reader belongs to now have a name. */
  readerId: string
  workspaceId?: WorkspaceId
}

/** Lists the record of a grant, newest first, one more than `limit`. */
export function listAuditLines(cx: Reading, { grantId, readerId, workspaceId }: Record, part: ListPart) {
  return cx.db
    .selectFrom("audit_entries as entry")
    .leftJoin(everyWorkspace(cx.db), "workspace.id", "entry.workspace_id")
    .leftJoin(members(cx.db), (join) =>
      join.onRef("member.workspace_id", "=", "entry.workspace_id").on("member.account_id", "=", readerId),
    )
    .leftJoin("short_links as link", (join) =>
      join.onRef("link.id", "=", "entry.thing").onRef("link.workspace_id", "=", "member.workspace_id"),
    )
    .leftJoin("docs as doc", (join) =>
      join.onRef("doc.id", "=", "entry.thing").onRef("doc.workspace_id", "=", "member.workspace_id"),
    )
    .select(["entry.id", "entry.tool", "entry.outcome", "entry.request_id", "entry.thing", "entry.created_at"])
    .select("workspace.slug as workspace_slug")
    .select((row) => row.fn.coalesce("link.title", "link.slug", "doc.title").as("thing_name"))
    .where("entry.grant_id", "=", grantId)
    .$if(workspaceId !== undefined, (query) => query.where("entry.workspace_id", "=", workspaceId ?? null))
    .$call(latestFirst("entry.created_at", part))
    .execute()
}
