import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Context, Member } from "#access/context.ts"
import { roleCovers } from "#access/roles.ts"
import type { EffectiveLevel } from "../effective-level.ts"
import { conversationDaysKept } from "../kept-days.ts"
import { modelOf } from "../model-of.ts"
import { type Judge, listPermissionChoices, openJudge, type SettingsRow } from "../permissions/index.ts"
import { readSpent } from "../spending/index.ts"
import { type AssistantTool, fitTools, leftOutWords, listServerTools, tools as ours } from "../tools/index.ts"
import { listSettingsTools, noConversation, showServer } from "./settings-tools.ts"
import { permissionTable, showTable } from "./show-table.ts"
import { ownSettings, ownTool, spent } from "./shown-settings.ts"

/** Everyone gets their own settings, admins also the table of tools, owners also theirs. Never contains a key. */
export const getAssistantSettings = workspaceAction("viewer", "console", {
  input: z.strictObject({}),
  output: z.object({
    isOn: z.boolean(),
    whyOff: z.string().nullable(),
    isStrict: z.boolean(),
    keptDays: z.int().describe("Days until an inactive conversation is deleted."),
    model: z.object({ name: z.string(), kind: z.enum(["model", "commands", "none"]) }),
    tools: z.array(ownTool),
    leftOut: z
      .string()
      .nullable()
      .describe("A sentence that names the tools that did not fit into a request to the model."),
    spent: z.object({ own: spent, workspace: spent.nullable().describe("For admins.") }),
    table: permissionTable.nullable().describe("For admins."),
    owner: ownSettings.nullable().describe("For owners."),
  }),
  async run(cx) {
    const judge = await openJudge(cx, { ...cx, ...noConversation }, true)
    const { settings } = judge
    const tools = await listSettingsTools(cx)
    const used = await readSpent(cx, cx, settings)
    const isAdmin = roleCovers(cx.role, "admin")
    const whyOff = whyOffOf(cx, settings)
    return {
      ...{ isOn: whyOff === null, whyOff, isStrict: settings?.strict_since != null },
      keptDays: settings?.kept_days ?? conversationDaysKept,
      model: modelOf(cx, settings),
      tools: await showOwn(cx, judge, tools),
      leftOut: await leftOutOf(cx, judge),
      spent: { own: used.member, workspace: isAdmin ? used.workspace : null },
      table: isAdmin ? await showTable(cx, tools) : null,
      owner: cx.role === "owner" ? showOwner(cx, settings) : null,
    }
  },
})

function whyOffOf({ assistant }: Context, settings: SettingsRow | undefined): string | null {
  if (!assistant.isOn) return "The assistant is turned off on this service."
  return settings?.switched_off_at ? "An owner turned the assistant off." : null
}

/** The caller's tools, with their level in a conversation that has read nothing yet. */
async function showOwn(cx: Context<Member>, judge: Judge, tools: readonly AssistantTool[]) {
  const choices = await listPermissionChoices(cx, cx)
  return tools.map((tool) => {
    const { name, title, kind, digest } = tool
    const choice = choices.find((row) => row.tool === name && row.definition_digest === digest)
    const { level, why } = judge.levelOf(tool)
    const most = judge.mostOf(tool)
    return {
      ...{ name, title, kind, server: showServer(tool), digest, level, why },
      ...{ most: most.level, limitReason: limitReason(tool, most) },
      choice: choice ? { level: choice.level, expiresAt: choice.expires_at } : null,
    }
  })
}

/** Names the caller's tools that do not fit into a prompt. */
async function leftOutOf(cx: Context<Member>, judge: Judge): Promise<string | null> {
  const others = await listServerTools(cx, cx)
  const possible = [...ours, ...others].filter(
    (tool) => tool.unfit === undefined && judge.levelOf(tool).level !== "never",
  )
  return leftOutWords(fitTools(possible, cx.models.windowTokens).leftOut)
}

/** The tool's own ceiling is named before the workspace's setting. */
function limitReason({ floor, floorWhy }: AssistantTool, { level, why }: EffectiveLevel): string {
  if (level === "always") return ""
  return level === "ask" && floor === "ask" ? floorWhy : why
}

function showOwner({ assistant: { limits }, models }: Context, settings: SettingsRow | undefined) {
  return {
    keptDays: settings?.kept_days ?? null,
    memberDailyTokens: settings?.member_daily_tokens ?? null,
    monthlyTokens: settings?.monthly_tokens ?? null,
    silenceSeconds: settings?.silence_seconds ?? null,
    hasModelKey: settings?.model_key_sealed != null,
    takesKey: models.isModel && !models.isOverheard,
    usual: {
      keptDays: conversationDaysKept,
      memberDailyTokens: limits.memberDayTokens,
      monthlyTokens: limits.workspaceMonthTokens,
      silenceSeconds: models.silenceMs / 1_000,
    },
  }
}
