import {
  type AssistantTool,
  type EffectiveLevel,
  findRunMember,
  findShort,
  fitTools,
  type Judge,
  openJudge,
  readPermitsOf,
} from "#domains/assistant/on-demand.ts"
import type { Engine } from "./engine.ts"
import type { RunState } from "./load-run.ts"

export interface Judging {
  readonly epoch: number
  readonly judge: Judge
  levelOf(tool: AssistantTool): EffectiveLevel
}

/** Reads the permissions of a run. The count is read before them, so that a narrowing in between is noticed. */
export async function openJudging({ app, cx }: Engine, state: RunState): Promise<Judging> {
  const { member, conversation, outsiders, sources } = state
  const epoch = await readPermitsOf(cx, member.workspaceId)
  const role = (await findRunMember(cx, state.run))?.role ?? member.role // it may have changed since the run was read
  const judged = { ...member, role, conversationId: conversation.id, outsiders, sources }
  const judge = await openJudge(cx, judged, app.assistant.isOn)
  const tokens = app.assistant.limits.outputTokens
  const spent = await findShort(cx, member, { tokens, chosen: judge.settings })
  return { epoch, judge, levelOf: (tool) => withBudget(judge.levelOf(tool), spent) }
}

/** Forbids every call once the budget does not cover the next step. */
function withBudget(level: EffectiveLevel, spent: string | undefined): EffectiveLevel {
  if (spent === undefined || level.level === "never") return level
  return { level: "never", layer: "situation", why: spent, offers: [] }
}

/** The tools that fit into a request, and those that do not, in a stable order. */
export function toolsForModel({ app }: Engine, judging: Judging, { tools }: RunState): ReturnType<typeof fitTools> {
  const possible = tools.filter((tool) => tool.unfit === undefined && judging.levelOf(tool).level !== "never")
  return fitTools(possible, app.models.windowTokens)
}
