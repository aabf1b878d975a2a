import type { Role } from "#access/roles.ts"
import type { Level, WorkspaceLevel } from "../effective-level.ts"
import type { JudgedTool } from "../permissions/index.ts"

export interface RecordedLevel {
  readonly tool: string
  readonly role: Role
  readonly level: string
  readonly layer: string
  readonly outcome: string
}

export interface Simulation {
  readonly calls: number
  /** Calls that asked and would have run by themselves. */
  readonly unasked: number
  /** Calls that ran by themselves and would have asked. */
  readonly asked: number
  readonly refused: number
  /** Calls that were refused and would not have been. */
  readonly allowed: number
}

interface Proposed {
  readonly role: Role
  readonly level: WorkspaceLevel
  readonly of: Pick<JudgedTool, "name" | "kind" | "floor" | "server">
}

/**
 * Judges recorded calls again under proposed levels. Another layer that decided a call decides it again. Where the
 * workspace decided, members are assumed to have no choice, and the conversation to have read nothing of outsiders.
 */
export function simulate(recorded: readonly RecordedLevel[], proposed: readonly Proposed[]): Simulation {
  const calls = recorded.filter(({ outcome }) => outcome !== "undone")
  const count = { unasked: 0, asked: 0, refused: 0, allowed: 0 }
  for (const call of calls) {
    const cell = proposed.find(({ role, of }) => role === call.role && of.name === call.tool)
    const then = call.level as Level
    const now = cell ? levelUnder(call, cell) : then
    if (now === then) continue
    if (now === "never") count.refused += 1
    else if (then === "never") count.allowed += 1
    else if (now === "ask") count.asked += 1
    else count.unasked += 1
  }
  return { calls: calls.length, ...count }
}

function levelUnder({ level, layer }: RecordedLevel, { level: said, of }: Proposed): Level {
  const decided = level as Level
  const isRead = of.kind === "read" && of.server === null
  if (decided === "never" && layer !== "workspace") return "never"
  if (said === "never") return "never"
  if (said === "ask" || of.floor === "ask") return "ask"
  if (layer === "workspace") return said === "always" || isRead ? "always" : "ask"
  // A member without a choice is not asked where the workspace allows the tool.
  if (decided === "ask" && layer === "member" && said === "always") return "always"
  return decided
}
