import type { Member } from "#access/caller.ts"
import type { Inside, Reading } from "#access/context.ts"
import { prepared } from "#storage/prepared.ts"

/** Makes a picture the logo of the caller's workspace, in place of any other. */
export async function putLogo(cx: Inside & Member, { key, png }: { key: string; png: Uint8Array }): Promise<void> {
  await deleteLogo(cx)
  const row = { key, workspace_id: cx.workspaceId, png: Buffer.from(png).toString("base64") }
  await cx.db.insertInto("logos").values(row).execute()
  await cx.db.updateTable("workspaces").set({ logo_key: key }).where("id", "=", cx.workspaceId).execute()
}

/** Takes the logo of the caller's workspace away, if it has one. */
export async function deleteLogo(cx: Inside & Member): Promise<void> {
  // The workspace's row first: of two who change the logo at once, the second waits here.
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

/** The PNG of a logo, unless its workspace is suspended. One in the trash still delivers, with its logo. */
export async function findLogo(cx: Reading, key: string): Promise<Buffer | undefined> {
  const [found] = /^logo_\w{1,64}$/.test(key) ? await byKey(cx.db, { key }) : []
  return found && Buffer.from(found.png, "base64")
}
