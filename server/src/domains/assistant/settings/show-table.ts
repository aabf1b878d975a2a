import { z } from "zod"
import type { Context, Member } from "#access/context.ts"
import { roles } from "#access/roles.ts"
import { type WorkspaceLevel, workspaceLevels } from "../effective-level.ts"
import { listPermissionChanges, listPermissions, type PermissionRow } from "../permissions/index.ts"
import type { AssistantTool } from "../tools/index.ts"
import { cellOf } from "./cells.ts"
import { presetIds, presetOf } from "./presets.ts"
import { showServer } from "./settings-tools.ts"
import { shownToolServer } from "./shown-settings.ts"
import { differenceWords } from "./words.ts"

const level = z.enum(workspaceLevels)

export const permissionTable = z.object({
  preset: z.enum(presetIds).nullable().describe("The preset that the table is; null for another one."),
  tools: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      kind: z.enum(["read", "write"]),
      server: shownToolServer,
      cells: z.array(z.object({ role: z.enum(roles), level, usual: level, most: level, why: z.string() })),
    }),
  ),
  changes: z.array(z.object({ id: z.string(), at: z.int(), who: z.string().nullable(), lines: z.array(z.string()) })),
})

const shownChanges = 20

export async function showTable(
  cx: Context<Member>,
  tools: readonly AssistantTool[],
): Promise<z.input<typeof permissionTable>> {
  const [rows, changes] = await Promise.all([
    listPermissions(cx, cx.workspaceId),
    listPermissionChanges(cx, cx.workspaceId, shownChanges),
  ])
  const titles = new Map(tools.map(({ name, title }) => [name, title]))
  return {
    preset: presetOf(tools, rows),
    tools: tools.map((tool) => ({
      ...{ name: tool.name, title: tool.title, kind: tool.kind, server: showServer(tool) },
      cells: roles.map((role) => ({ role, ...cellOf(tool, role, rows) })),
    })),
    changes: changes.map(({ id, created_at, name, email, before, after }) => ({
      ...{ id, at: created_at, who: name ?? email },
      lines: linesOf(before, after, titles),
    })),
  }
}

function linesOf(before: string, after: string, titles: ReadonlyMap<string, string>): string[] {
  const former = JSON.parse(before) as PermissionRow[]
  return (JSON.parse(after) as PermissionRow[]).map(({ tool, role, level }, index) => {
    const from: WorkspaceLevel = former[index]?.level ?? level
    return differenceWords(titles.get(tool) ?? tool, { role, from, to: level })
  })
}
