import type { Awareness } from "y-protocols/awareness"

/** A person in the doc, as the service names them. */
export interface Present {
  account: string
  name: string
  color: string
}

/** The other people in the doc, each once, sorted by name. */
export function othersHere(awareness: Awareness): readonly Present[] {
  const others = new Map<string, Present>()
  for (const [client, { user }] of awareness.getStates()) {
    const shown = readPresence(user)
    if (shown && client !== awareness.clientID) others.set(shown.account, shown)
  }
  return [...others.values()].sort((one, other) => one.name.localeCompare(other.name))
}

/** The person of an awareness state; undefined if it is incomplete. */
export function readPresence(user: unknown): Present | undefined {
  const { account, name, color } = (user ?? {}) as Partial<Present>
  if (typeof account !== "string" || typeof name !== "string") return undefined
  return { account, name, color: /^#[0-9a-f]{6}$/i.test(color ?? "") ? String(color) : "#1d4ed8" }
}
