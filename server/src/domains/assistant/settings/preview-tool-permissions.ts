import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { roles } from "#access/roles.ts"
import { dayMs } from "#kernel/time/units.ts"
import { workspaceLevels } from "../effective-level.ts"
import { listPermissions } from "../permissions/index.ts"
import { listCallsSince } from "../record/index.ts"
import { isNarrower } from "./cells.ts"
import { changedCells, proposedCell } from "./permission-input.ts"
import { cellsOfPreset, presetIds } from "./presets.ts"
import { listSettingsTools } from "./settings-tools.ts"
import { simulate } from "./simulate.ts"
import { differenceWords, simulationWords } from "./words.ts"

const mostCalls = 20_000

/** Previews a change of the table: each changed cell, and its effect on the calls of the last week. */
export const previewToolPermissions = workspaceAction("admin", "console", {
  input: z.strictObject({
    cells: z.array(proposedCell).max(60).default([]),
    preset: z.enum(presetIds).optional().describe("All cells of a preset, in place of `cells`."),
  }),
  output: z.object({
    differences: z.array(
      z.object({
        tool: z.string(),
        role: z.enum(roles),
        from: z.enum(workspaceLevels),
        to: z.enum(workspaceLevels),
        isNarrower: z.boolean(),
        words: z.string(),
      }),
    ),
    simulation: z.object({
      calls: z.int(),
      unasked: z.int(),
      asked: z.int(),
      refused: z.int(),
      allowed: z.int(),
      words: z.string(),
    }),
  }),
  async run(cx, { cells, preset }) {
    const [tools, rows, recorded] = await Promise.all([
      listSettingsTools(cx),
      listPermissions(cx, cx.workspaceId),
      listCallsSince(cx, cx.workspaceId, { since: cx.now() - 7 * dayMs, limit: mostCalls }),
    ])
    const changed = changedCells(preset ? cellsOfPreset(preset, tools) : cells, tools, rows)
    const simulation = simulate(recorded, changed)
    return {
      differences: changed.map(({ of, role, now, level }) => ({
        ...{ tool: of.name, role, from: now.level, to: level },
        isNarrower: isNarrower(level, now.level),
        words: differenceWords(of.title, { role, from: now.level, to: level }),
      })),
      simulation: { ...simulation, words: simulationWords(simulation) },
    }
  },
})
