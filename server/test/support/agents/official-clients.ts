import type { TestContext } from "node:test"
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client"
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { Keeper } from "./agent.ts"

/** A client that asks for the authorization page when the server refuses a call. */
export interface ToolClient {
  /** Returns the tool's result. A refusal is thrown, with the server's `code`. */
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<Record<string, unknown>>
  /** Passes the callback's parameters on to the client. */
  finish(callback: URLSearchParams): Promise<void>
}

/** Connects a client to the tool server at `url`. The keeper stores its tokens and gets the address of the page. */
export type OpenClient<Client = ToolClient> = (t: TestContext, url: URL, keeper: Keeper) => Promise<Client>

/** The methods that both lines of the official client share. */
export interface OfficialClient extends ToolClient {
  listTools(): Promise<{ tools: { name: string }[] }>
  listResources(): Promise<{ resources: { uri: string }[] }>
  readResource(params: { uri: string }): Promise<{ contents: unknown[] }>
  /** The methods of the messages that it has sent so far. */
  readonly sent: readonly string[]
}

/** A `fetch` that notes the method of each JSON-RPC message in `sent`. */
function notingFetch(sent: string[]): typeof fetch {
  return (input, init) => {
    if (typeof init?.body === "string") sent.push(JSON.parse(init.body).method)
    return fetch(input, init)
  }
}

const info = { name: "a test's agent", version: "1.0.0" }

export const openFirstLine: OpenClient<OfficialClient> = async (t, url, keeper) => {
  const client = new Client1(info)
  const sent: string[] = []
  const transport = new Transport1(url, { authProvider: keeper, fetch: notingFetch(sent) })
  await client.connect(transport as never)
  t.after(() => client.close())
  return {
    sent,
    listTools: () => client.listTools(),
    listResources: () => client.listResources(),
    readResource: (params) => client.readResource(params),
    callTool: (params) => client.callTool(params),
    finish: (callback) => transport.finishAuth(callback.get("code") ?? ""),
  }
}

export const openSecondLine =
  (options: ConstructorParameters<typeof Client2>[1] = {}): OpenClient<OfficialClient> =>
  async (t, url, keeper) => {
    const client = new Client2(info, options)
    const sent: string[] = []
    const transport = new Transport2(url, { authProvider: keeper, fetch: notingFetch(sent) })
    await client.connect(transport)
    t.after(() => client.close())
    return {
      sent,
      listTools: () => client.listTools(),
      listResources: () => client.listResources(),
      readResource: (params) => client.readResource(params),
      callTool: (params) => client.callTool(params),
      finish: (callback) => transport.finishAuth(callback),
    }
  }
