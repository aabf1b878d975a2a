import { z } from "zod"
import { roles } from "#access/roles.ts"
import { invalidInput, notFound } from "#kernel/error.ts"
import { workspaceLevels } from "../effective-level.ts"
import type { PermissionRow } from "../permissions/index.ts"
import type { AssistantTool } from "../tools/index.ts"
import { cellOf, isNarrower, type LevelCell } from "./cells.ts"

export const proposedCell = z.strictObject({
  tool: z.string().min(1).max(64),
  role: z.enum(roles),
  level: z.enum(workspaceLevels),
})
export type ProposedCell = z.output<typeof proposedCell>

export interface ChangedCell extends ProposedCell {
  readonly of: AssistantTool
  readonly now: LevelCell
}

/** The cells that would change. Throws for an unknown tool, a cell named twice, or a level above its ceiling. */
export function changedCells(
  proposed: readonly ProposedCell[],
  tools: readonly AssistantTool[],
  rows: readonly PermissionRow[],
): ChangedCell[] {
  const names = new Set(proposed.map(({ tool, role }) => `${tool} ${role}`))
  if (names.size < proposed.length)
    throw invalidInput("A permission is listed twice.", "List each permission once.", "cells")
  return proposed.flatMap((cell): ChangedCell[] => {
    const of = tools.find(({ name }) => name === cell.tool)
    if (!of) throw noSuchTool()
    const now = cellOf(of, cell.role, rows)
    if (cell.level === now.level) return []
    if (isNarrower(now.most, cell.level)) {
      throw invalidInput(`“${of.title}” can't be set to this level for this role.`, now.why, "cells")
    }
    return [{ ...cell, of, now }]
  })
}

export const noSuchTool = () =>
  notFound("Tool not found.", "Its server may be paused or need a review. Reload the page.")
