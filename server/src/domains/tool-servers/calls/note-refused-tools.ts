import type { Context } from "#access/context.ts"
import { noteChange } from "#changes/note-change.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { markRefused } from "../pins/index.ts"

/** Keeps tools from a model that refused their definitions, until they change. Names are those for models. */
export async function noteRefusedTools(cx: Context, workspaceId: WorkspaceId, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await cx.atomically(async (inside) => {
    await markRefused(inside, workspaceId, { model: cx.models.name, names })
    noteChange(inside, { workspaceId, kind: "tool-servers" })
  })
}
