import { rmSync } from "node:fs"
import type { Member } from "../server/src/access/caller.ts"
import { readSettings } from "../server/src/config/settings.ts"
import { newId } from "../server/src/kernel/ids.ts"
import { openApp, type RunningApp } from "../server/src/start/app.ts"
import { migrate } from "../server/src/storage/migrate.ts"
import { enterInDirectory } from "../server/test/support/workspace/directory.ts"
import { temporaryDataDir } from "./servers.ts"

/** Opens the product in this process, on an empty database; by default a file that is deleted afterwards. */
export async function openEmptyApp(settings: Record<string, string> = {}): Promise<RunningApp> {
  const dataDir = temporaryDataDir()
  const log = { info() {}, warn() {}, error() {} }
  const app = await openApp(readSettings({ SVC_DATA_DIR: dataDir, ...settings }), log)
  await migrate(app.database)
  const close = async () => {
    await app.close()
    rmSync(dataDir, { recursive: true })
  }
  return { ...app, close }
}

/** Inserts a workspace with one member. */
export async function makeMember({ database }: RunningApp, slug: string): Promise<Member> {
  const workspace = { id: newId("workspace"), slug, name: slug, created_at: 1, suspended_at: null, deleted_at: null }
  const account = { id: newId("account"), email: `${slug}@example.com`, name: "Ada", created_at: 1 }
  const member = { workspace_id: workspace.id, account_id: account.id, role: "member", created_at: 1 } as const
  await database.transaction(async (db) => {
    await db.insertInto("workspaces").values(workspace).execute()
    await db.insertInto("accounts").values(account).execute()
    await db.insertInto("members").values(member).execute()
    await enterInDirectory(db, { kind: "workspace", key: slug, workspace_id: workspace.id })
  })
  return { accountId: account.id, workspaceId: workspace.id, workspace: { slug, name: slug }, role: "member" }
}

/** The caller for a member in their workspace. */
export const personCaller = ({ accountId, workspace }: Member) =>
  ({ kind: "person", accountId, workspaceSlug: workspace.slug }) as const
