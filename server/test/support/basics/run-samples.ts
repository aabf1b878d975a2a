import { execFile } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

/** A block of code, and whether it can be run. */
export interface Block {
  /** `sh`, `ts`, `py`, `json`, `text`, or another word after the fence. */
  language: string
  /** Why no test runs it; empty for a block that runs. */
  reason: string
  code: string
}

/** The fenced blocks of a Markdown text. `not run:` after the language begins a reason. */
export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w*) ?(.*)\n(.*?)^```$/gms)].map(([, language = "", info = "", code = ""]) => ({
    language,
    reason: /^not run: (.+)$/.exec(info)?.[1] ?? "",
    code,
  }))
}

const mark = "--- the end of a block ---"

/** What each language needs to run several blocks in one process, one after the other. */
const programs = {
  sh: {
    command: "bash",
    script: (files: string[]) =>
      `set -eo pipefail\ncurl() { command curl -sS "$@"; }\n${files.map((file) => `source ${file}\nprintf '\\n${mark}\\n'`).join("\n")}`,
  },
  ts: {
    command: process.execPath,
    script: (files: string[]) =>
      files.map((file) => `await import("./${file}")\nconsole.log(${JSON.stringify(mark)})`).join("\n"),
  },
  py: {
    command: "python3",
    script: (files: string[]) =>
      `import runpy\n${files.map((file) => `runpy.run_path("${file}")\nprint("${mark}", flush=True)`).join("\n")}`,
  },
} as const

export type Runnable = keyof typeof programs

export const isRunnable = (language: string): language is Runnable => language in programs

/**
 * Runs blocks of one language in a folder, in one process, and returns the output of each. `onOutput` gets the output so
 * far. @throws Error with the output of a program that fails.
 */
export async function runBlocks(
  folder: string,
  language: Runnable,
  { codes, onOutput = () => {} }: { codes: readonly string[]; onOutput?: (output: string) => void },
): Promise<string[]> {
  const { command, script } = programs[language]
  mkdirSync(folder, { recursive: true })
  const files = codes.map((code, at) => {
    const file = `block${at}.${language}`
    writeFileSync(join(folder, file), code)
    return file
  })
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
  writeFileSync(join(folder, `all.${language}`), script(files))
  const running = promisify(execFile)(command, [`all.${language}`], { cwd: folder, timeout: 60_000 })
  let output = ""
  running.child.stdout?.on("data", (text: string) => {
    output += text
    onOutput(output)
  })
  return (await running).stdout.split(mark).slice(0, -1)
}
