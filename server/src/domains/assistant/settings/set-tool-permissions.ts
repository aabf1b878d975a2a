import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Inside, Member } from "#access/context.ts"
import { narrowPermits } from "#access/permit-store.ts"
import { conflict } from "#kernel/error.ts"
import { newOrderedId } from "#kernel/ids.ts"
import { workspaceLevels } from "../effective-level.ts"
import { insertPermissionChange, listPermissions, putPermission } from "../permissions/index.ts"
import { isNarrower } from "./cells.ts"
import { type ChangedCell, changedCells, proposedCell } from "./permission-input.ts"
import { listSettingsTools } from "./settings-tools.ts"

const cell = proposedCell.extend({
  was: z.enum(workspaceLevels).describe("The level that the admin saw. Another stored level is not overwritten."),
})

/** A preset changes the cells of all tools, also of tool servers. */
const mostCells = 2_000

/** A lower level applies from the next call on, also in runs at work; a higher one when the next call is judged. */
export const setToolPermissions = workspaceAction("admin", "console", {
  changes: ["assistant"],
  input: z.strictObject({ cells: z.array(cell).min(1).max(mostCells) }),
  output: z.object({ changed: z.int() }),
  async run(cx, { cells }) {
    const tools = await listSettingsTools(cx)
    return cx.atomically(async (inside) => {
      const rows = await listPermissions(inside, inside.workspaceId)
      const looked = new Map(cells.map(({ tool, role, was }) => [`${tool} ${role}`, was]))
      const proposed = cells.map(({ tool, role, level }) => ({ tool, role, level }))
      const changed = changedCells(proposed, tools, rows)
      for (const { tool, role, now } of changed) {
        if (looked.get(`${tool} ${role}`) !== now.level) throw changedMeanwhile()
      }
      await keep(inside, changed)
      return { changed: changed.length }
    })
  },
})

async function keep(cx: Inside & Member, changed: readonly ChangedCell[]): Promise<void> {
  if (changed.length === 0) return
  if (changed.some(({ level, now }) => isNarrower(level, now.level))) await narrowPermits(cx, cx.workspaceId)
  for (const { tool, role, level, now } of changed) {
    if (!(await putPermission(cx, cx.workspaceId, { tool, role, level, was: now.level }))) throw changedMeanwhile()
  }
  const rows = (of: (cell: ChangedCell) => string) =>
    JSON.stringify(changed.map((cell) => ({ tool: cell.tool, role: cell.role, level: of(cell) })))
  await insertPermissionChange(cx, {
    id: newOrderedId("change", cx.now()),
    workspace_id: cx.workspaceId,
    account_id: cx.accountId,
    before: rows(({ now }) => now.level),
    after: rows(({ level }) => level),
  })
}

const changedMeanwhile = () =>
  conflict("Someone else changed these permissions.", "Review the current permissions and try again.")
