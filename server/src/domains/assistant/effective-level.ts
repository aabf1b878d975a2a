/** What a call may do: not at all, after its person's word each time, by itself. Weakest first. */
export const levels = ["never", "ask", "always"] as const
export type Level = (typeof levels)[number]

/** What a workspace says of a tool for a role. `chooses`: within it, members decide for themselves. */
export const workspaceLevels = ["never", "ask", "chooses", "always"] as const
export type WorkspaceLevel = (typeof workspaceLevels)[number]

/** The layers, in the order in which they are named as the reason. */
export type Layer = "installation" | "role" | "workspace" | "situation" | "tool" | "conversation" | "member"

/** A ceiling of the moment, with the reason that people read. */
export interface Ceiling {
  readonly level: Level
  readonly why: string
}

export interface LevelInput {
  /** Whether the tool only reads, and is one of ours. It then runs by itself where nobody says otherwise. */
  readonly isRead: boolean
  /** Why it asks while the person has said nothing. */
  readonly whyItAsks: string
  readonly installation: Ceiling
  /** The highest that the tool ever gets. */
  readonly floor: Ceiling
  /** Whether the person's role has the tool at all. */
  readonly role: Ceiling
  readonly workspace: WorkspaceLevel
  readonly situation: Ceiling
  /** What the member chose for the tool as it is defined now. */
  readonly member: "ask" | "always" | undefined
  /** Whether it was allowed in this conversation, as it is defined now. */
  readonly isAllowedHere: boolean
}

export interface EffectiveLevel {
  readonly level: Level
  readonly layer: Layer
  readonly why: string
  /** What the person may answer besides "once": only what every ceiling permits. */
  readonly offers: readonly ("conversation" | "always")[]
}

/**
 * The lowest of the ceilings and the wish. No wish lifts a ceiling; without a wish, reads run by themselves and all
 * else asks.
 */
export function effectiveLevel(input: LevelInput): EffectiveLevel {
  const ceiling = lowestCeiling(input)
  const wish = wishOf(input)
  // A ceiling at the top decides nothing: what runs by itself does so by a wish, which is what the record names.
  const decides = ceiling.level !== "always" && rank(ceiling.level) <= rank(wish.level) ? ceiling : wish
  const offers = decides.level === "ask" && ceiling.level === "always" ? offersOf(input.workspace) : []
  return { level: decides.level, layer: decides.layer, why: decides.why, offers }
}

type Named = Ceiling & { layer: Layer }

function lowestCeiling(input: LevelInput): Named {
  const ceilings: Named[] = [
    { ...input.installation, layer: "installation" },
    { ...input.role, layer: "role" },
    { ...workspaceCeiling(input.workspace), layer: "workspace" },
    { ...input.situation, layer: "situation" },
    { ...input.floor, layer: "tool" },
  ]
  return ceilings.reduce((lowest, next) => (rank(next.level) < rank(lowest.level) ? next : lowest))
}

function workspaceCeiling(said: WorkspaceLevel): Ceiling {
  if (said === "never") return { level: "never", why: "An admin of this workspace switched it off for your role." }
  if (said === "ask") return { level: "ask", why: "This workspace wants to be asked each time." }
  return { level: "always", why: "" }
}

function wishOf({ isRead, whyItAsks, workspace, member, isAllowedHere }: LevelInput): Named {
  if (isAllowedHere) return { level: "always", layer: "conversation", why: "You allowed it in this conversation." }
  if (member === "always") return { level: "always", layer: "member", why: "You allowed it." }
  if (member === "ask") return { level: "ask", layer: "member", why: "You want to be asked each time." }
  if (workspace === "always") return { level: "always", layer: "workspace", why: "This workspace allows it." }
  if (isRead) return { level: "always", layer: "tool", why: "It only reads." }
  return { level: "ask", layer: "member", why: whyItAsks }
}

function offersOf(workspace: WorkspaceLevel): EffectiveLevel["offers"] {
  return workspace === "chooses" || workspace === "always" ? ["conversation", "always"] : []
}

const rank = (level: Level) => levels.indexOf(level)
