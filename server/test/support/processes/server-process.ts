import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import type { TestContext } from "node:test"
import { fileURLToPath } from "node:url"
import { atEnd, temporaryFolder } from "../databases/test-databases.ts"
import { freePort } from "../http/free-port.ts"

/** The program that `npm start` runs once it has built the server. */
export const serverProgram = fileURLToPath(new URL("../../../start.js", import.meta.url))

/** `npm test` builds it; a file that runs alone builds it here, without an `await`, which would delay all imports. */
if (process.env.TEST_SERVER_IS_BUILT === undefined)
  execFileSync(process.execPath, [fileURLToPath(new URL("../../../bundle-if-changed.ts", import.meta.url))])

export interface ServerProcess {
  /** The address where it listens, such as `http://127.0.0.1:40123`. */
  url: string
  process: ChildProcess
  /** Its whole output so far. */
  output: () => string
  /** How it ended. */
  ended: Promise<{ code: number | null; signal: string | null }>
}

/**
 * Starts the real server on a free port in an empty folder, and waits until it listens; killed after the test. `command`
 * starts it in another way.
 */
export async function startServer(
  t: TestContext,
  settings: Record<string, string> = {},
  command: readonly string[] = [process.execPath, serverProgram],
): Promise<ServerProcess> {
  const [program = "", ...options] = command
  const server = spawn(program, options, {
    cwd: temporaryFolder(t), // the data folder is ./data
    env: { PATH: process.env.PATH, SVC_PORT: "0", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let written = ""
  const ended = once(server, "close").then(([code, signal]) => ({ code, signal }))
  atEnd(t, () => {
    server.kill("SIGKILL")
    return ended
  })
  const listening = new Promise<string>((resolve) => {
    const read = (text: Buffer) => {
      written += text
      const address = written.match(/"address":"([^"/]+)","msg":"Listening\."/)?.[1]
      if (address) resolve(`http://${address}`)
    }
    server.stdout.on("data", read)
    server.stderr.on("data", read)
  })
  const url = await Promise.race([listening, ended.then(() => "")])
  if (url === "") throw new Error(`The server did not start:\n${written}`)
  return { url, process: server, output: () => written, ended }
}

/** The tool server answers at its own address only, so the process must know its port. */
export async function startToolServer(t: TestContext, settings: Record<string, string> = {}) {
  const port = String(await freePort())
  const base = `http://localhost:${port}`
  const server = await startServer(t, { SVC_PORT: port, SVC_BASE_URL: base, ...settings })
  return { ...server, mcp: `${base}/mcp` }
}
