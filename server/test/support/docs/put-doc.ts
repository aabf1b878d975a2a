import type { DocNode } from "#contract/docs/doc-node.ts"
import { createDoc } from "#domains/docs/index.ts"
import type { World } from "../worlds/world.ts"

/** Makes a doc of the member with this text, as if it was written before. */
export async function putDoc(
  { act, app }: Pick<World, "act" | "app">,
  { title = "A doc", content }: { title?: string; content: readonly DocNode[] },
): Promise<string> {
  const { id } = await act("member", createDoc, { title })
  const body = JSON.stringify({ type: "doc", content })
  await app.database.transaction((db) => db.updateTable("docs").set({ body }).where("id", "=", id).execute())
  return id
}
