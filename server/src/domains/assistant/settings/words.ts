import type { Role } from "#access/roles.ts"
import type { WorkspaceLevel } from "../effective-level.ts"
import type { Simulation } from "./simulate.ts"

export const levelWords: Record<WorkspaceLevel, string> = {
  never: "off",
  ask: "ask",
  chooses: "member decides",
  always: "automatic",
}

const roleWords: Record<Role, string> = { viewer: "Viewers", member: "Members", admin: "Admins", owner: "Owners" }

/** One changed cell in words, without a full stop. */
export function differenceWords(
  title: string,
  { role, from, to }: { role: Role; from: WorkspaceLevel; to: WorkspaceLevel },
): string {
  return `${roleWords[role]}, “${title}”: ${levelWords[from]} → ${levelWords[to]}`
}

export function simulationWords({ calls, unasked, asked, refused, allowed }: Simulation): string {
  if (calls === 0) return "No actions in the last 7 days to preview."
  const parts = [
    [unasked, "would run automatically"],
    [asked, "would ask first"],
    [refused, "would be refused"],
    [allowed, "would be allowed"],
  ] as const
  const said = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`)
  const of = calls === 1 ? "1 action in the last 7 days" : `${calls} actions in the last 7 days`
  return said.length === 0 ? `${of}: no change.` : `${of}: ${said.join(", ")}.`
}
