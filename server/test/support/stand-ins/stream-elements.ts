import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { TestContext } from "node:test"
import { listen } from "../http/listen.ts"

const channelId = "5b2e2007760aeb7729487dab"

export interface StreamElementsStandIn {
  /** The value of `SVC_STREAMELEMENTS_URL`. */
  url: string
  channel: { _id: string; username: string }
  /** The accepted `Authorization` headers. */
  tokens: Set<string>
  /** The content of the two lists, in the real API's form. */
  commands: object[]
  defaults: object[]
  modules: unknown
  /** Each request so far: `GET /path`. */
  requests: string[]
  /** Of each request. */
  userAgents: (string | undefined)[]
  /** Replaces every response. */
  fault: { status: number; body?: string; headers?: Record<string, string> } | "silence" | undefined
}

/** A stand-in of StreamElements' kappa API on this machine, for the service's calls; closed after the test. */
export async function openStreamElementsStandIn(t: TestContext): Promise<StreamElementsStandIn> {
  const server = createServer((request, response) => answer(standIn, request, response))
  const port = await listen(t, server)
  const standIn: StreamElementsStandIn = {
    url: `http://127.0.0.1:${port}`,
    channel: { _id: channelId, username: "ada_draws" },
    tokens: new Set(["Bearer jwt-of-ada-draws", "oAuth oauth-of-ada-draws"]),
    commands: [customCommand(1, "discord", { reply: "Join us: https://discord.example/ada" })],
    defaults: [
      defaultCommand("8ball", "Asks the magic 8-ball", { moduleId: "eightball" }),
      defaultCommand("accountage", "Tells the account's age"),
    ],
    modules: { eightball: { enabled: true, messages: [] } },
    requests: [],
    userAgents: [],
    fault: undefined,
  }
  return standIn
}

/** A custom command in the API's form. */
export function customCommand(number: number, command: string, more: object = {}): object {
  return {
    cooldown: { user: 15, global: 5 },
    aliases: [],
    keywords: [],
    enabled: true,
    enabledOnline: true,
    enabledOffline: true,
    hidden: false,
    cost: 0,
    type: "say",
    accessLevel: 100,
    _id: `5b2e2007760aeb77294${String(number).padStart(5, "0")}`,
    channel: channelId,
    command,
    reply: "…",
    createdAt: "2025-01-01T00:00:00.000Z",
    updatedAt: "2025-01-01T00:00:00.000Z",
    ...more,
  }
}

/** A command of the bot in the API's form. */
export function defaultCommand(commandId: string, description: string, more: object = {}): object {
  return {
    commandId,
    command: commandId,
    moduleId: "",
    description,
    accessLevel: 100,
    enabled: true,
    enabledOnline: true,
    enabledOffline: true,
    cost: 0,
    cooldown: { user: 15, global: 5 },
    aliases: [],
    regex: "",
    ...more,
  }
}

function answer(standIn: StreamElementsStandIn, request: IncomingMessage, response: ServerResponse): void {
  standIn.requests.push(`${request.method} ${request.url}`)
  standIn.userAgents.push(request.headers["user-agent"])
  const { fault } = standIn
  if (fault === "silence") return
  if (fault) {
    response.writeHead(fault.status, fault.headers).end(fault.body ?? "")
    return
  }
  const { status, body } = reply(standIn, request.url ?? "", request.headers.authorization ?? "")
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}

function reply(standIn: StreamElementsStandIn, path: string, authorization: string): { status: number; body: unknown } {
  const { channel, commands, defaults, modules, tokens } = standIn
  const [, name] = /^\/kappa\/v2\/channels\/([^/?]+)$/.exec(path) ?? []
  const [, list, id, builtIn] =
    /^\/kappa\/v2\/bot\/(commands|modules)\/([^/?]+)(\/default\?language=en)?$/.exec(path) ?? []
  if (![channel._id, channel.username].includes(name ?? id ?? "")) return refusal(404, "Not Found")
  if (name !== undefined) return { status: 200, body: { ...channel, provider: "twitch", displayName: "Ada Draws" } }
  if (!tokens.has(authorization)) return refusal(401, "Unauthorized")
  if (list === "modules") return modules === undefined ? refusal(403, "Forbidden") : { status: 200, body: modules }
  return { status: 200, body: builtIn ? defaults : commands }
}

const refusal = (status: number, error: string) => ({ status, body: { statusCode: status, error, message: error } })
