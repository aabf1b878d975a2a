import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import type { TestContext } from "node:test"
import { until } from "../basics/until.ts"

/** A program of Debian that runs until the test is over. */
export interface Child {
  /** Its whole output so far. */
  output(): string
  /** Waits until it has written this. @throws with its output when it has ended before. */
  says(text: string | RegExp): Promise<void>
  stop(): Promise<void>
}

/** Why a drill of the edge is skipped; false where it runs. Where CI=true it always runs. */
export const skipWithoutEdge = (programs: readonly string[]) =>
  process.env.CI === "true" || programs.every((program) => existsSync(program))
    ? false
    : `a program is not installed: ${programs.join(", ")}`

export function startChild(
  t: Pick<TestContext, "after">,
  [program = "", ...args]: readonly string[],
  env: Record<string, string> = {},
): Child {
  const child = spawn(program, args, { env: { PATH: process.env.PATH, ...env }, stdio: ["ignore", "pipe", "pipe"] })
  let written = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (written += text))
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()).once("error", () => resolve()))
  const stop = async () => {
    child.kill("SIGTERM")
    const late = setTimeout(() => child.kill("SIGKILL"), 15_000)
    await ended
    clearTimeout(late)
  }
  t.after(stop)
  return {
    output: () => written,
    stop,
    says: (text) =>
      until(async () => {
        if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}:\n${written}`)
        return typeof text === "string" ? written.includes(text) : text.test(written)
      }, 30_000),
  }
}
