import { request } from "node:http"
import { systemContext } from "#access/perform.ts"
import { readSettings } from "#config/settings.ts"
import { connect } from "#test/support/agents/connect.ts"
import { insertMember, insertWorkspace, silentLog } from "#test/support/worlds/world.ts"
import { openApp } from "../../src/start/app.ts"
import type { Ground } from "./crash-child.ts"

/** Adds a workspace with a member, and returns the token of an agent that acts there for them. */
export async function connectAgent(ground: Omit<Ground, "port">, baseUrl: string): Promise<string> {
  const { dataDir: SVC_DATA_DIR, databaseUrl: SVC_DATABASE_URL } = ground
  const app = await openApp(readSettings({ SVC_DATA_DIR, SVC_DATABASE_URL, SVC_BASE_URL: baseUrl }), silentLog)
  const member = await insertMember(
    app,
    { workspaceId: await insertWorkspace(app, "agents", "Agents"), slug: "agents" },
    "member",
  )
  const { accessToken } = await connect({ app, cx: systemContext(app) }, member, { workspace: "agents" })
  await app.close()
  return accessToken
}

export interface ToolCall {
  /** Where the server listens, which may differ from its public address. */
  url: string
  baseUrl: string
  token: string
  name: string
  args: object
}

/** Calls a tool and returns the raw body. Rejects when the server ended meanwhile. */
export function callTool({ url, baseUrl, token, name, args }: ToolCall): Promise<string> {
  const headers = {
    host: new URL(baseUrl).host,
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
  }
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } })
  return new Promise((resolve, reject) => {
    const asking = request(`${url}/mcp`, { method: "POST", headers }, (response) => {
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (part: string) => (text += part))
      response.on("end", () => resolve(text))
      response.on("error", reject)
    })
    asking.on("error", reject)
    asking.end(body)
  })
}
