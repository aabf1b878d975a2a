import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Context, Member } from "#access/context.ts"
import { listServed } from "../domain-lookup-store.ts"
import { link, noSuchShortLink, toLink } from "../link.ts"
import { announceLink } from "../link-events.ts"
import { id } from "../link-input.ts"
import { updateOwnLink } from "../link-store.ts"

/** Moves a link to the trash for 30 days: it stops working, but keeps its slug and can be restored. Members may. */
export const trashLink = workspaceAction("member", "console", {
  changes: ["links"],
  input: z.strictObject({ id }),
  output: link,
  run: (cx, { id }) => move(cx, { id, inTrash: false }, cx.now()),
})

export const restoreLink = workspaceAction("member", "console", {
  changes: ["links"],
  input: z.strictObject({ id }),
  output: link,
  run: (cx, { id }) => move(cx, { id, inTrash: true }, null),
})

async function move(cx: Context<Member>, from: { id: string; inTrash: boolean }, deleted_at: number | null) {
  const { addresses } = cx
  const moved = await cx.atomically(async (cx) => {
    const row = await updateOwnLink(cx, from, { deleted_at })
    if (!row) throw noSuchShortLink()
    announceLink(cx, from.inTrash ? "restored" : "trashed", { row, addresses })
    return row
  })
  return toLink(cx, moved, await listServed(cx, cx.workspaceId, [moved]))
}
