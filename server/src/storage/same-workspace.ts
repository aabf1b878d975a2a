import type { JoinBuilder, StringReference } from "kysely"

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
