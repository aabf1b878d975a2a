import { sql } from "kysely"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { ReadDb, WriteDb } from "./database.ts"
import { prepared, preparedWrite } from "./prepared.ts"
import type { Schema } from "./schema.ts"
import { changesRow } from "./whether.ts"

export type DirectoryKind = Schema["directory"]["kind"]

/** A name that belongs to one workspace in the whole installation. */
export interface DirectoryEntry {
  readonly kind: DirectoryKind
  readonly key: string
  readonly workspaceId: WorkspaceId
}

const take = preparedWrite<DirectoryEntry & { now: number }, { key: string }>((db, arg) =>
  db
    .insertInto("directory")
    .values({ kind: arg("kind"), key: arg("key"), workspace_id: arg("workspaceId"), ends_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(["kind", "key"])
        .doUpdateSet((is) => ({ workspace_id: is.ref("excluded.workspace_id"), ends_at: null }))
        .where((is) =>
          is.or([
            is("directory.workspace_id", "=", is.ref("excluded.workspace_id")),
            is("directory.ends_at", "<=", arg("now")),
          ]),
        ),
    )
    .returning("key"),
)

/**
 * Claims a key until it is released. False while another workspace has it. The row stays locked until the transaction
 * ends. Within the workspace, a unique key of the claiming thing's own table prevents a second claim.
 */
export async function claim(db: WriteDb, entry: DirectoryEntry, now: number): Promise<boolean> {
  return (await take(db, { ...entry, now })).length > 0
}

/** Claims a key that is never assigned twice, not even in its workspace. False when it was assigned before. */
export function claimOnce(db: WriteDb, { kind, key, workspaceId }: DirectoryEntry): Promise<boolean> {
  const row = { kind, key, workspace_id: workspaceId, ends_at: null }
  return changesRow(
    db
      .insertInto("directory")
      .values(row)
      .onConflict((conflict) => conflict.columns(["kind", "key"]).doNothing()),
  )
}

/** Makes a claimed key free at `endsAt`, in epoch milliseconds. */
export async function endClaim(db: WriteDb, entry: DirectoryEntry, endsAt: number): Promise<void> {
  await db.updateTable("directory").set({ ends_at: endsAt }).where(isEntry(entry)).execute()
}

/** Releases a key. A key of another workspace stays. */
export async function release(db: WriteDb, entry: DirectoryEntry): Promise<void> {
  await db.deleteFrom("directory").where(isEntry(entry)).execute()
}

const isEntry = ({ kind, key, workspaceId }: DirectoryEntry) =>
  sql<boolean>`kind = ${kind} and key = ${key} and workspace_id = ${workspaceId}`

/** Releases up to `limit` keys of these kinds that a workspace has. Returns how many. */
export async function releaseSome(
  db: WriteDb,
  workspaceId: WorkspaceId,
  { kinds, limit }: { kinds: readonly DirectoryKind[]; limit: number },
): Promise<number> {
  const some = sql`select kind, key from directory
    where workspace_id = ${workspaceId} and kind in (${sql.join(kinds)}) limit ${limit}`
  const released = await db.deleteFrom("directory").where(sql<boolean>`(kind, key) in (${some})`).executeTakeFirst()
  return Number(released.numDeletedRows)
}

/** The condition that a key still belongs to its workspace. */
export const hasNotEnded = (now: unknown) => sql<boolean>`(directory.ends_at is null or directory.ends_at > ${now})`

/**
 * The workspace of a key, as a part of another statement. As a value it costs PostgreSQL less than a join, since each
 * joined table multiplies the plans to compare.
 */
export function workspaceOfKey(db: ReadDb, { kind, key }: Pick<DirectoryEntry, "kind" | "key">) {
  return db.selectFrom("directory").select("workspace_id").where("kind", "=", kind).where("key", "=", key)
}

const owner = prepared<{ kind: DirectoryKind; key: string; now: number }, { workspace_id: WorkspaceId }>((db, arg) =>
  workspaceOfKey(db, { kind: arg("kind"), key: arg("key") }).where(hasNotEnded(arg("now"))),
)

/** The workspace that has a key now. */
export async function findOwner(
  db: ReadDb,
  { kind, key }: Pick<DirectoryEntry, "kind" | "key">,
  now: number,
): Promise<WorkspaceId | undefined> {
  return (await owner(db, { kind, key, now }))[0]?.workspace_id
}

/** Deletes up to `limit` entries that ended at or before `until`. Returns how many. */
export async function deleteEndedEntries(db: WriteDb, { until, limit }: { until: number; limit: number }) {
  const ended = sql`select kind, key from directory where ends_at <= ${until} limit ${limit}`
  const deleted = await db
    .deleteFrom("directory")
    .where(sql<boolean>`(kind, key) in (${ended})`)
    .where("ends_at", "<=", until) // another transaction may have claimed the key again
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
