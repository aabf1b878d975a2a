import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../../../..")

/** The commands in the handbook's `sh` blocks, without comments. A command that continues after `\` is one command. */
export const handbookCommands: readonly string[] = globSync("docs/operations/*.md", { cwd: root })
  .flatMap((page) => [...readFileSync(join(root, page), "utf8").matchAll(/^```sh\n(.*?)^```/gms)])
  .flatMap(([, block = ""]) => block.replaceAll(/\\\n\s*/g, "").split("\n"))
  .map((line) => line.trim())
  .filter((line) => line !== "" && !line.startsWith("#"))

/**
 * A command of the handbook, for a test that runs it. Each key of `instead` is replaced by its value: a folder or an
 * address of the test. @throws Error for a command that the handbook does not have.
 */
export function handbook(command: string, instead: Record<string, string> = {}): string {
  if (!handbookCommands.includes(command)) throw new Error(`No page of docs/operations has \`${command}\`.`)
  for (const place of Object.keys(instead))
    if (!command.includes(place)) throw new Error(`\`${command}\` does not contain \`${place}\`.`)
  return Object.entries(instead).reduce((text, [place, real]) => text.replaceAll(place, real), command)
}
