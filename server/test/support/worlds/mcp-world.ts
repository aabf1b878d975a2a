import type { TestContext } from "node:test"
import type { Caller } from "#access/context.ts"
import type { Schema } from "#storage/schema.ts"
import { tools } from "#surfaces/mcp/tools.ts"
import { type Connected, type ConnectOptions, connect } from "../agents/connect.ts"
import { dispatch } from "../http/dispatch.ts"
import { type HttpOptions, type HttpWorld, httpWorld } from "./http-world.ts"

export interface McpAnswer {
  status: number
  headers: Record<string, string>
  /** The body as JSON; undefined for another body. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects by asserting it.
  body: any
  text: string
}

type CallTool = (token: string, name: string, args?: object) => Promise<McpAnswer>

export interface McpWorld extends HttpWorld {
  /** Sends a raw body. */
  send(body: string | Buffer, headers?: Record<string, string>): Promise<McpAnswer>
  /** Sends one request, without a token unless a header contains one. */
  request(method: string, params?: object, headers?: Record<string, string>): Promise<McpAnswer>
  /** Calls a tool with a token. */
  call: CallTool
  /** Makes a `call` that adds these headers. */
  callWith(headers: Record<string, string>): CallTool
  /** Connects an agent for a person. */
  connect(caller: Caller, options?: ConnectOptions): Promise<Connected>
  /** The lines of a connection's audit record for calls of tools, oldest first. */
  record(
    grantId: string,
  ): Promise<Pick<Schema["audit_entries"], "tool" | "outcome" | "workspace_id" | "arguments_digest" | "thing">[]>
}

/** A whole service whose tool server is called without a socket. */
export async function mcpWorld(t: TestContext, options: HttpOptions = {}): Promise<McpWorld> {
  const http = await httpWorld(t, options)
  let lastId = 0
  const send: McpWorld["send"] = async (body, headers = {}) => {
    const every = { host: "localhost:3000", "content-type": "application/json", ...headers }
    const answer = await dispatch(http.server, { method: "POST", url: "/mcp", headers: every, payload: body })
    const isJson = String(answer.headers["content-type"]).startsWith("application/json") && answer.payload !== ""
    return {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
      body: isJson ? answer.json() : undefined,
      text: answer.payload,
    }
  }
  const request: McpWorld["request"] = (method, params, headers) => {
    lastId += 1
    return send(JSON.stringify({ jsonrpc: "2.0", id: lastId, method, params }), headers)
  }
  const callWith: McpWorld["callWith"] =
    (headers) =>
    (token, name, args = {}) =>
      request("tools/call", { name, arguments: args }, { authorization: `Bearer ${token}`, ...headers })
  return {
    ...http,
    send,
    request,
    call: callWith({}),
    callWith,
    connect: (caller, options) => connect(http, caller, options),
    record: (grantId) =>
      http.app.database.read
        .selectFrom("audit_entries")
        .select(["tool", "outcome", "workspace_id", "arguments_digest", "thing"])
        .where("grant_id", "=", grantId)
        .where("tool", "<>", "connection")
        .orderBy("created_at")
        .orderBy("id")
        .execute(),
  }
}

type Arguments = Readonly<Record<string, unknown>>

/** The recorded answers name them, and no calendar can be read here. */
const chosenArguments: Readonly<Record<string, Arguments>> = {
  create_link: { destination: "https://example.com/a" },
  create_doc: { title: "A doc" },
  set_stream_plan: { url: null },
}

/** The fewest arguments with which each tool succeeds: the required ones, as in its example. */
export const toolArguments: Readonly<Record<string, Arguments>> = Object.fromEntries(
  tools.map(({ name, example, inputSchema }) => {
    const { required = [] } = inputSchema as { required?: string[] }
    const given = Object.entries(example.arguments).filter(([field]) => required.includes(field))
    return [name, chosenArguments[name] ?? Object.fromEntries(given)]
  }),
)
