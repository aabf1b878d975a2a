import { resolve } from "node:path"
import { readSettings, type Settings } from "#config/settings.ts"

/** Runs a command on a folder and prints what `run` returns. A failure prints a sentence and sets exit code 1. */
export async function runCommand(
  name: string,
  run: (settings: Settings, folder: string) => Promise<string>,
): Promise<void> {
  try {
    const [folder, ...rest] = process.argv.slice(2)
    if (folder === undefined || rest.length > 0) throw new Error(`Say which folder: npm run ${name} -- <folder>`)
    process.stdout.write(`${await run(readSettings(process.env), resolve(folder))}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

export function inWords({ count, sizeBytes }: { count: number; sizeBytes: number }): string {
  return `${count} ${count === 1 ? "file" : "files"} of ${sizeBytes} bytes in all`
}
