import assert from "node:assert/strict"
import { sql } from "kysely"
import { people } from "#domains/accounts/index.ts"
import { migratedDatabaseUrl, onSqlite, openDatabase } from "#test/support/databases/test-databases.ts"
import { members } from "./membership-store.ts"
import { everyWorkspace, workspacesInUse } from "./workspace-store.ts"

onSqlite("a subquery of people, members or workspaces is looked up by its key, as its table is", async (t, kind) => {
  const { read: db } = openDatabase(t, await migratedDatabaseUrl(t, kind))
  const docs = db.selectFrom("docs").select("title")
  for (const query of [
    docs.leftJoin(people(db), "person.id", "docs.created_by").select("person.called"),
    docs.innerJoin(workspacesInUse(db), "workspace.id", "docs.workspace_id").select("workspace.name"),
    docs.leftJoin(everyWorkspace(db), "workspace.id", "docs.workspace_id").select("workspace.name"),
    docs
      .leftJoin(members(db), (join) =>
        join.onRef("member.account_id", "=", "docs.created_by").onRef("member.workspace_id", "=", "docs.workspace_id"),
      )
      .select("member.role"),
  ]) {
    const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${query.compile().sql}`).execute(db)
    assert.deepEqual(
      rows.map(({ detail }) => detail.split(" ")[0]),
      ["SCAN", "SEARCH"],
    )
  }
})
