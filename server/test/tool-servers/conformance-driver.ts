import { readFileSync } from "node:fs"
import { openToolServers } from "#adapters/tool-servers/mcp-client.ts"
import {
  type BegunSignIn,
  type ListedTool,
  type Tokens,
  type ToolServerClient,
  ToolServerFailure,
} from "#adapters/tool-servers/port.ts"

/**
 * Uses a server as the product does: lists its tools and calls each. Signs in as an admin with a browser does:
 * registers, follows the redirect, and returns with the answer. The conformance suite runs this with the server's
 * address as the last argument.
 */
const url = process.argv.at(-1) ?? ""
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? ""
const excused = readFileSync(new URL("./conformance-baseline.yml", import.meta.url), "utf8")
if (excused.includes(`- ${scenario}\n`)) process.exit(1) // instead of waiting for what is not offered here

interface Context {
  client_id?: string
  client_secret?: string
  toolCalls?: { name: string; arguments: object }[]
}
const context: Context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT || "{}")

const servers = openToolServers({
  hosts: "any",
  isAllowed: (address) => address.startsWith("127."),
  silenceMs: 120_000,
  totalMs: 200_000,
})
const signal = AbortSignal.timeout(250_000)
const redirectUriOf = () => "http://localhost:3000/tools/callback/x"
/** The suite's authorization servers accept this address as a client ID metadata document. */
const documentUrlOf = () => "https://conformance-test.local/client-metadata.json"

interface SignedIn {
  tokens: Tokens
  begun: BegunSignIn
}

interface Wish {
  challenge?: string
  scope?: string
  known?: BegunSignIn["place"]
}

/** Signs in as a browser whose user agrees to everything. */
async function signIn(wish: Wish): Promise<SignedIn> {
  const { client_id: id, client_secret: secret } = context
  const typed = id === undefined ? {} : { typed: { id, ...(secret !== undefined && { secret }) } }
  const ours = { redirectUriOf, documentUrlOf, state: "state", clientName: "Atelier", mayRegister: true }
  const begun = await servers.beginSignIn({ url, ...ours, ...wish, ...typed }, signal)
  const answer = await fetch(begun.authorizationUrl, { redirect: "manual" })
  const back = new URL(answer.headers.get("location") ?? "").searchParams
  const [code, iss] = [back.get("code") ?? "", back.get("iss")]
  const tokens = await servers.finishSignIn(begun, { code, ...(iss !== null && { iss }) }, signal)
  return { tokens, begun }
}

/** Runs `work`, and signs in again when the server asks for a sign-in or for more rights. */
async function use(work: (server: ToolServerClient) => Promise<void>): Promise<void> {
  let signedIn: SignedIn | undefined
  for (let tries = 0; ; tries++) {
    try {
      const server = await servers.open({ url, ...(signedIn && { bearer: signedIn.tokens.access }) }, signal)
      try {
        return await work(server)
      } finally {
        await server.close()
      }
    } catch (error) {
      const isAsked = error instanceof ToolServerFailure && /unauthorized|insufficient scope/.test(error.reason)
      if (!isAsked || tries === 3) throw error
      signedIn = await again(error, signedIn)
    }
  }
}

/** Asks for the granted scope too. A server with a moved sign-in is attached again, as an admin would. */
async function again({ challenge, reason }: ToolServerFailure, before: SignedIn | undefined): Promise<SignedIn> {
  const asked = challenge === undefined ? {} : { challenge }
  const more = /scope="([^"]*)"/.exec(challenge ?? "")?.[1]
  const isMore = reason === "insufficient scope" && more !== undefined
  const scope = isMore ? { scope: [before?.tokens.scope, more].filter(Boolean).join(" ") } : {}
  try {
    return await signIn({ ...asked, ...scope, ...(before && { known: before.begun.place }) })
  } catch (error) {
    if (error instanceof ToolServerFailure && error.reason === "other issuer") return signIn(asked)
    throw error
  }
}

/** The calls that a scenario wants; by default every tool with two numbers. */
function callsOf(tools: readonly ListedTool[]): { name: string; arguments: object }[] {
  if (scenario === "json-schema-ref-no-deref") return []
  if (context.toolCalls) return context.toolCalls
  if (scenario.endsWith("-preservation"))
    return [{ name: "json_schema_echo", arguments: { schema: tools[0]?.inputSchema } }]
  return tools.map(({ name }) => ({ name, arguments: { a: 2, b: 3 } }))
}

await use(async (server) => {
  const { tools } = await server.listTools()
  for (const call of callsOf(tools)) await server.callTool(call.name, call.arguments)
})
