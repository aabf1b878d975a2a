import { spawn } from "node:child_process"
import { once } from "node:events"
import type { TestContext } from "node:test"
import { fileURLToPath } from "node:url"
import { temporaryFolder } from "../databases/test-databases.ts"
import { compileCache } from "../databases/test-run.ts"

const suite = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"))

/** Runs the official conformance suite in a new folder. */
export async function runConformance(t: TestContext, flags: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [suite, ...flags], {
    cwd: temporaryFolder(t),
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    stdio: ["ignore", "pipe", "pipe"],
  })
  t.after(() => child.kill("SIGKILL"))
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += text))
  const [code] = await once(child, "close")
  return { code, output }
}

/** The file of what the scenarios ask for and this server does not have: those of 2025-06-18, or of another `revision`. */
export function baselineOf(revision?: string): string {
  const name = revision === undefined ? "conformance-baseline.yml" : `conformance-baseline-${revision}.yml`
  return fileURLToPath(new URL(`../../mcp/${name}`, import.meta.url))
}
