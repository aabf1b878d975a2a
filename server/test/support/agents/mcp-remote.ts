import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { TestContext } from "node:test"
import { fileURLToPath } from "node:url"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { until } from "../basics/until.ts"
import { atEnd, temporaryFolder } from "../databases/test-databases.ts"
import { compileCache } from "../databases/test-run.ts"
import { freePort } from "../http/free-port.ts"
import { endedToken } from "./agent.ts"
import { clientId } from "./connect.ts"
import type { ToolClient } from "./official-clients.ts"

/** The programs of the package `mcp-remote`: the proxy for clients that speak stdio, and a check of the connection. */
const proxy = fileURLToPath(import.meta.resolve("mcp-remote/dist/proxy.js"))
const check = fileURLToPath(import.meta.resolve("mcp-remote/dist/client.js"))

interface McpRemote extends Pick<ToolClient, "callTool"> {
  /** Waits until the proxy opens the authorization page and listens for the callback. */
  openedPage(): Promise<URL>
  /** Replaces the stored access token with one that has ended. */
  outdate(): void
  accessToken(): string
}

/** Starts the proxy for the tool server at `url`, and an official client that speaks to it. */
export async function openMcpRemote(t: TestContext, url: URL, flags: string[] = []): Promise<McpRemote> {
  return startMcpRemote(t, [...(await usualArguments(url)), ...flags])
}

/** The same with the arguments of a client's configuration. */
export async function startMcpRemote(t: TestContext, flags: readonly string[]): Promise<McpRemote> {
  const folder = temporaryFolder(t)
  const args = [proxy, ...flags]
  const env = environmentIn(folder)
  const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: "pipe" })
  let output = ""
  transport.stderr?.on("data", (text: Buffer) => {
    output += text
  })
  const read = () => JSON.parse(readFileSync(tokensIn(folder), "utf8")) as { access_token: string }
  const client = new Client({ name: "a test's desktop app", version: "1.0.0" })
  atEnd(t, () => client.close()) // kills the proxy if it does not end by itself
  await client.connect(transport)
  return {
    // A call waits until the person has signed in.
    callTool: (params) => client.callTool(params, undefined, { timeout: 120_000 }),
    openedPage: () => findPage(() => ({ output, hasEnded: transport.pid === null })),
    outdate: () => writeFileSync(tokensIn(folder), JSON.stringify({ ...read(), access_token: endedToken })),
    accessToken: () => read().access_token,
  }
}

/** The proxy reads this file before each request. */
function tokensIn(folder: string): string {
  const [name = ""] = globSync("mcp-remote-v1/*_tokens.json", { cwd: folder })
  return join(folder, name)
}

/** Starts the check, which connects, lists tools and resources, and ends. It calls no tool. */
export async function startMcpRemoteCheck(t: TestContext, url: URL) {
  const args = [check, ...(await usualArguments(url)), "--callback-path", "/callback"]
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...environmentIn(temporaryFolder(t)) },
    stdio: ["pipe", "ignore", "pipe"],
  })
  const ended = once(child, "close")
  atEnd(t, () => {
    child.kill("SIGKILL")
    return ended
  })
  let output = ""
  child.stderr.on("data", (text: Buffer) => {
    output += text
  })
  return {
    openedPage: () => findPage(() => ({ output, hasEnded: child.exitCode !== null })),
    /** Its whole output. */
    ended: ended.then(() => output),
  }
}

async function usualArguments(url: URL): Promise<string[]> {
  return [url.href, String(await freePort()), "--static-oauth-client-info", JSON.stringify({ client_id: clientId })]
}

/** mcp-remote opens pages by xdg-open, which starts the program `BROWSER` instead of a browser. */
function environmentIn(folder: string): Record<string, string> {
  return { HOME: folder, MCP_REMOTE_CONFIG_DIR: folder, BROWSER: "true", NODE_COMPILE_CACHE: compileCache }
}

/** mcp-remote prints the address of the page that it opens. */
async function findPage(look: () => { output: string; hasEnded: boolean }): Promise<URL> {
  const address = () => /authorize this client by visiting:\n(\S+)/.exec(look().output)?.[1]
  const isReady = () => address() !== undefined && look().output.includes("OAuth callback server running")
  await until(async () => isReady() || look().hasEnded)
  return new URL(address() ?? assert.fail(`mcp-remote opened no page:\n${look().output}`))
}
