import { readFileSync } from "node:fs"

/** The version of this program, as its package says. */
export function readVersion(): string {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version
}
