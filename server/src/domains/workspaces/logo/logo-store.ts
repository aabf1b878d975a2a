import type { Inside, Member, Reading } from "#access/context.ts"
import { prepared } from "#storage/prepared.ts"

export async function putLogo(cx: Inside & Member, { key, png }: { key: string; png: Uint8Array }): Promise<void> {
  await deleteLogo(cx)
  const row = { key, workspace_id: cx.workspaceId, png: Buffer.from(png).toString("base64") }
  await cx.db.insertInto("logos").values(row).execute()
  await cx.db.updateTable("workspaces").set({ logo_key: key }).where("id", "=", cx.workspaceId).execute()
}

export async function deleteLogo(cx: Inside & Member): Promise<void> {
  // This locks the workspace's row first, so that a second change of the logo waits here.
  await cx.db.updateTable("workspaces").set({ logo_key: null }).where("id", "=", cx.workspaceId).execute()
  await cx.db.deleteFrom("logos").where("workspace_id", "=", cx.workspaceId).execute()
}

const byKey = prepared<{ key: string }, { png: string }>((db, arg) =>
  db
    .selectFrom("logos")
    .innerJoin("workspaces", "workspaces.id", "logos.workspace_id")
    .select("logos.png")
    .where("logos.key", "=", arg("key"))
    .where("workspaces.suspended_at", "is", null),
)

/** Finds a logo unless its workspace is suspended. A workspace in the trash still shows its logo to buyers. */
export async function findLogo(cx: Reading, key: string): Promise<Buffer | undefined> {
  const [found] = /^logo_\w{1,64}$/.test(key) ? await byKey(cx.db, { key }) : []
  return found && Buffer.from(found.png, "base64")
}
