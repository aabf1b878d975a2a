import type { Role } from "#access/roles.ts"
import type { Level, WorkspaceLevel } from "../effective-level.ts"
import type { JudgedTool } from "../permissions/index.ts"

/** A call as the record has it. */
export interface RecordedLevel {
  readonly tool: string
  readonly role: Role
  readonly level: string
  readonly layer: string
  readonly outcome: string
}

/** How many calls would have gone differently. */
export interface Simulation {
  readonly calls: number
  /** Asked about, and would not have been. */
  readonly unasked: number
  /** Ran by themselves, and would have been asked about. */
  readonly asked: number
  readonly refused: number
  /** Were refused, and would not have been. */
  readonly allowed: number
}

interface Proposed {
  readonly role: Role
  readonly level: WorkspaceLevel
  readonly of: Pick<JudgedTool, "name" | "kind" | "floor" | "server">
}

/**
 * Judges recorded calls again, as if fields of the table had said something else. What decided then besides the
 * workspace decides again. Where it was the workspace itself, the record does not know what would have come after it:
 * people's own wishes are taken to be the usual ones, and nothing of outsiders to have been read.
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
  // A member who had not allowed it yet is not asked where the workspace allows it for them.
  if (decided === "ask" && layer === "member" && said === "always") return "always"
  return decided
}
