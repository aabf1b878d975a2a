import { type JoinBuilder, type RawBuilder, type StringReference, sql } from "kysely"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Inside } from "./database.ts"

/** The condition that a row has this id and belongs to the workspace, so that other workspaces' rows are not found. */
export function ownRow({ workspaceId }: { readonly workspaceId: WorkspaceId }, id: string): RawBuilder<boolean> {
  return sql`(id = ${id} and workspace_id = ${workspaceId})`
}

/** A row by its key. It contains the workspace, so that a statement reads one partition of the table. */
export interface RowKey {
  readonly id: string
  readonly workspace_id: WorkspaceId
}

export const isRow = ({ id, workspace_id }: RowKey) => ownRow({ workspaceId: workspace_id }, id)

/** The condition that a row belongs to a doc of a workspace. */
export const ofDoc = ({ docId, workspaceId }: { readonly docId: string; readonly workspaceId: WorkspaceId }) =>
  sql<boolean>`(doc_id = ${docId} and workspace_id = ${workspaceId})`

export function ownRowsIn(
  { workspaceId }: { readonly workspaceId: WorkspaceId },
  ids: readonly string[],
): RawBuilder<boolean> {
  return sql`(id in (${sql.join(ids)}) and workspace_id = ${workspaceId})`
}

export function ownRows(member: {
  readonly accountId: string
  readonly workspaceId: WorkspaceId
}): RawBuilder<boolean> {
  return sql`(account_id = ${member.accountId} and workspace_id = ${member.workspaceId})`
}

/**
 * Makes a function that suspends a row, or with null lifts that. It returns the row's workspace; undefined when the row is
 * missing or in that state.
 */
export const suspends =
  (table: "workspaces" | "short_links" | "offers") =>
  async ({ db }: Inside, id: string, at: number | null): Promise<WorkspaceId | undefined> => {
    const row = await db
      .updateTable(table as "offers")
      .set({ suspended_at: at })
      .where("id", "=", id)
      .where("suspended_at", at === null ? "is not" : "is", null)
      .returning((table === "workspaces" ? "id as workspace_id" : "workspace_id") as "workspace_id")
      .executeTakeFirst()
    return row?.workspace_id
  }

type Column = `${string}.${string}`

/** Joins two tables by these columns, within one workspace. */
export const sameWorkspace =
  <One extends Column, Other extends Column>(one: One, other: Other) =>
  <Db, Tables extends keyof Db>(join: JoinBuilder<Db, Tables>) =>
    join.onRef(workspaceOf(one), "=", workspaceOf(other)).onRef(one as never, "=", other as never) as
      | One
      | Other extends StringReference<Db, Tables>
      ? JoinBuilder<Db, Tables>
      : unknown

const workspaceOf = (column: Column) => column.replace(/\w+$/, "workspace_id") as never
