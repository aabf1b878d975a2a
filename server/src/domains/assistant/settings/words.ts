import type { Role } from "#access/roles.ts"
import type { WorkspaceLevel } from "../effective-level.ts"
import type { Simulation } from "./simulate.ts"

export const levelWords: Record<WorkspaceLevel, string> = {
  never: "switched off",
  ask: "asks each time",
  chooses: "own choice",
  always: "runs by itself",
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
  if (calls === 0) return "The assistant called nothing in the last seven days, so there is nothing to try this on."
  const parts = [
    [unasked, "would not have been asked about"],
    [asked, "would have been asked about"],
    [refused, "would have been refused"],
    [allowed, "would not have been refused"],
  ] as const
  const said = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`)
  const of = calls === 1 ? "the one call of the last seven days" : `the ${calls} calls of the last seven days`
  return said.length === 0 ? `Of ${of}, none would have gone differently.` : `Of ${of}, ${said.join(", ")}.`
}
