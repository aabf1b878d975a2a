import type { Inside, Member } from "#access/context.ts"
import { isPostgres } from "#storage/prepared.ts"

/** Locks the workspace's row until the transaction ends, so that changes of the list run one by one. */
export async function takeSites(cx: Inside & Member): Promise<string[]> {
  const { sites } = await cx.db
    .selectFrom("workspaces")
    .select("sites")
    .where("id", "=", cx.workspaceId)
    .$if(isPostgres(cx.db), (query) => query.forNoKeyUpdate())
    .executeTakeFirstOrThrow()
  return JSON.parse(sites) as string[]
}

export async function writeSites(cx: Inside & Member, sites: string[]): Promise<{ sites: string[] }> {
  const set = { sites: JSON.stringify(sites) }
  await cx.db.updateTable("workspaces").set(set).where("id", "=", cx.workspaceId).execute()
  return { sites }
}
