import { join } from "node:path"
import { shell } from "./programs.ts"

/** The command that runs another one under the system calls that a unit of systemd allows. */
export function underFilterOf(unit: string, command: readonly string[]): string[] {
  return ["python3", join(import.meta.dirname, "with-filter.py"), allowedBy(unit).join(","), ...command]
}

/** As systemd.exec(5) has it: a list adds, a list after `~` removes, and the set `@default` is always allowed. */
function allowedBy(unit: string): string[] {
  const lists = [...unit.matchAll(/^SystemCallFilter=(~?)(.+)$/gm)]
  const allowed = new Set(callsOf("@default"))
  for (const [, removes, list = ""] of lists) {
    for (const call of list.trim().split(/\s+/).flatMap(callsOf)) {
      if (removes) allowed.delete(call)
      else allowed.add(call)
    }
  }
  return [...allowed]
}

const known = new Map<string, string[]>()

/** The calls of a set such as `@resources`, and of the sets in it. */
function callsOf(name: string): string[] {
  if (!name.startsWith("@")) return [name]
  const lines = known.get(name) ?? shell(`systemd-analyze syscall-filter ${name}`).split("\n").slice(1)
  known.set(name, lines)
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap(callsOf)
}
