/** The permission levels of a call: forbidden, after the person's approval each time, by itself. Weakest first. */
export const levels = ["never", "ask", "always"] as const
export type Level = (typeof levels)[number]

/** A workspace's setting of a tool for a role. `chooses`: members decide for themselves. */
export const workspaceLevels = ["never", "ask", "chooses", "always"] as const
export type WorkspaceLevel = (typeof workspaceLevels)[number]

/** The layers of permission. Of equal ceilings, the first layer is named as the reason. */
export type Layer = "installation" | "role" | "situation" | "tool" | "workspace" | "conversation" | "member"

export interface Ceiling {
  readonly level: Level
  readonly why: string
}

export interface LevelInput {
  /** Whether the tool is built in and only reads. It then runs by itself unless a layer restricts it. */
  readonly isRead: boolean
  /** Why the tool asks while the person has made no choice. */
  readonly whyItAsks: string
  readonly installation: Ceiling
  /** The tool's own ceiling, whatever workspace and member choose. */
  readonly floor: Ceiling
  /** `never` where the role does not have the tool. */
  readonly role: Ceiling
  readonly workspace: WorkspaceLevel
  readonly situation: Ceiling
  /** The member's choice for the tool's present definition. */
  readonly member: "ask" | "always" | undefined
  /** Whether the person allowed the tool's present definition in this conversation. */
  readonly isAllowedHere: boolean
}

export interface EffectiveLevel {
  readonly level: Level
  readonly layer: Layer
  readonly why: string
  /** The person's possible answers besides "once". Empty where a ceiling forbids them. */
  readonly offers: readonly ("conversation" | "always")[]
}

/** The lower of the lowest ceiling and the person's wish. Without a wish, only built-in reads run by themselves. */
export function effectiveLevel(input: LevelInput): EffectiveLevel {
  const ceiling = lowestCeiling(input)
  const wish = wishOf(input)
  // A ceiling of `always` restricts nothing: the call runs by itself because of the wish, so the record names the wish.
  const decides = ceiling.level !== "always" && rank(ceiling.level) <= rank(wish.level) ? ceiling : wish
  const offers = decides.level === "ask" && ceiling.level === "always" ? offersOf(input.workspace) : []
  return { level: decides.level, layer: decides.layer, why: decides.why, offers }
}

type Named = Ceiling & { layer: Layer }

function lowestCeiling(input: LevelInput): Named {
  // Of equal ceilings, one for this call alone is named before one that always applies.
  const ceilings: Named[] = [
    { ...input.installation, layer: "installation" },
    { ...input.role, layer: "role" },
    { ...input.situation, layer: "situation" },
    { ...input.floor, layer: "tool" },
    { ...workspaceCeiling(input.workspace), layer: "workspace" },
  ]
  const lowest = ceilings.reduce((lowest, next) => (rank(next.level) < rank(lowest.level) ? next : lowest))
  const isWarned = lowest.level === "ask" && lowest.layer !== "tool" && input.floor.level === "ask"
  return isWarned ? { ...lowest, why: `${lowest.why} ${input.floor.why}` } : lowest
}

function workspaceCeiling(said: WorkspaceLevel): Ceiling {
  if (said === "never") return { level: "never", why: "An admin turned it off for your role." }
  if (said === "ask") return { level: "ask", why: "This workspace always asks." }
  return { level: "always", why: "" }
}

function wishOf({ isRead, whyItAsks, workspace, member, isAllowedHere }: LevelInput): Named {
  if (isAllowedHere) return { level: "always", layer: "conversation", why: "Allowed in this conversation." }
  if (member === "always") return { level: "always", layer: "member", why: "Allowed by you." }
  if (member === "ask") return { level: "ask", layer: "member", why: "You chose to be asked." }
  if (workspace === "always") return { level: "always", layer: "workspace", why: "Allowed by this workspace." }
  if (isRead) return { level: "always", layer: "tool", why: "Read-only." }
  return { level: "ask", layer: "member", why: whyItAsks }
}

function offersOf(workspace: WorkspaceLevel): EffectiveLevel["offers"] {
  return workspace === "chooses" || workspace === "always" ? ["conversation", "always"] : []
}

const rank = (level: Level) => levels.indexOf(level)
