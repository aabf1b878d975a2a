import { type RawBuilder, sql } from "kysely"
import { cutPieces, readSearch, type SoughtPiece, soughtPieces, workspaceMark } from "#kernel/text/search-text.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { ReadDb, WriteDb } from "./database.ts"
import { compilable, isPostgres, preparedWrite } from "./prepared.ts"

/** The condition that a column of search texts contains each part of a query, as `readSearch` reads it. */
export function hasParts(column: RawBuilder<unknown>, parts: readonly string[] | undefined): RawBuilder<boolean> {
  if (!parts || parts.length === 0) return sql<boolean>`1 = ${parts ? 0 : 1}`
  const conditions = parts.map((part) => sql`${column} like ${`%${part}%`}`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

export const hasSearch = (column: RawBuilder<unknown>, query: string) => hasParts(column, readSearch(query))

/** The table of indexed things, with their ids in `key`. On SQLite `…_fts` has the pieces; a trigger deletes them. */
export interface SearchTable {
  readonly table: "link_pieces"
  readonly key: "link_id"
}

interface Entry {
  readonly id: string
  readonly workspaceId: WorkspaceId
  readonly searchText: string
}

/** Returns a function that stores the pieces of a new or changed thing. */
export function pieceWriter(index: SearchTable): (db: WriteDb, entry: Entry) => Promise<void> {
  const { table, key } = index
  const [rows, id] = [sql.table(table), sql.ref(key)]
  type Args = Entry & { pieces: string; number: number }
  const statement = <Row>(build: (arg: <Name extends keyof Args>(name: Name) => Args[Name]) => RawBuilder<unknown>) =>
    preparedWrite<Partial<Args>, Row>((db, arg) => compilable(db, build(arg as never)))
  const put = statement(
    (arg) => sql`insert into ${rows} (${id}, workspace_id, pieces)
      values (${arg("id")}, ${arg("workspaceId")}, ${arg("pieces")}::tsvector)
      on conflict (workspace_id, ${id}) do update set pieces = excluded.pieces`,
  )
  const putRow = statement<{ number: number }>(
    (arg) => sql`insert into ${rows} (${id}, workspace_id) values (${arg("id")}, ${arg("workspaceId")})
      on conflict (workspace_id, ${id}) do update set workspace_id = excluded.workspace_id returning number`,
  )
  const putPieces = statement(
    (arg) => sql`insert or replace into ${ftsOf(index)} (rowid, pieces) values (${arg("number")}, ${arg("pieces")})`,
  )
  return async (db, entry) => {
    const mark = workspaceMark(entry.workspaceId)
    const pieces = [...cutPieces(entry.searchText)].map((piece) => mark + piece)
    if (isPostgres(db)) {
      await put(db, { ...entry, pieces: pieces.map((piece) => `'${piece}'`).join(" ") })
      return
    }
    const [row] = await putRow(db, entry)
    await putPieces(db, { number: Number(row?.number), pieces: pieces.join(" ") })
  }
}

const ftsOf = ({ table }: SearchTable) => sql.table(`${table}_fts`)

/** Above so many results a list is read in its own order until its page is full, since most pages fill soon. */
const mostRare = 1_000

interface Sought {
  readonly workspaceId: WorkspaceId
  readonly parts: readonly string[]
}

/** The ids of all things that a query may find; those that it does not find are few. Undefined above 1,000. */
export async function findRare(
  db: ReadDb,
  index: SearchTable,
  { workspaceId, parts }: Sought,
): Promise<string[] | undefined> {
  const [rows, id] = [sql.table(index.table), sql.ref(index.key)]
  const mark = workspaceMark(workspaceId)
  const sought = soughtPieces(parts).map(({ piece, isPrefix }) => ({ piece: mark + piece, isPrefix }))
  // Fences (`materialized`, `cross join`) keep the databases from reading all rows of the workspace.
  const statement = isPostgres(db)
    ? sql`with found as materialized (
        select ${id} as id from ${rows} where workspace_id = ${workspaceId} and pieces @@ ${toTsquery(sought)}::tsquery
      ) select id from found limit ${mostRare + 1}`
    : sql`select ${id} as id from ${ftsOf(index)} cross join ${rows} on number = ${ftsOf(index)}.rowid
        where ${ftsOf(index)} match ${toFtsQuery(sought)} and workspace_id = ${workspaceId} limit ${mostRare + 1}`
  const found = (await (statement as RawBuilder<{ id: string }>).execute(db as never)).rows
  return found.length > mostRare ? undefined : found.map(({ id }) => id)
}

const toTsquery = (sought: readonly SoughtPiece[]) =>
  sought.map(({ piece, isPrefix }) => `'${piece}'${isPrefix ? ":*" : ""}`).join(" & ")

const toFtsQuery = (sought: readonly SoughtPiece[]) =>
  sought.map(({ piece, isPrefix }) => `"${piece}"${isPrefix ? " *" : ""}`).join(" AND ")
