import { readFileSync } from "node:fs"
import type { Settings } from "#config/settings.ts"
import { words } from "./words.ts"

export function readTextBytes(name: string): Buffer {
  return readFileSync(new URL(`texts/${name}`, import.meta.url))
}

/** Replaces each `{{name}}` by the word of that name. @throws Error for a name without a word. */
export function readText(name: string, settings: Settings, more: Record<string, string> = {}): string {
  const text = readFileSync(new URL(`texts/${name}`, import.meta.url), "utf8")
  const known: Record<string, string> = { ...words(settings), ...more }
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, word: string) => {
    const found = known[word]
    if (found === undefined) throw new Error(`${name} uses {{${word}}}, and that word does not exist.`)
    return found
  })
}
