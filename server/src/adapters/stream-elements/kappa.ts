import { text } from "node:stream/consumers"
import { z } from "zod"
import { plainUserAgent } from "#kernel/addresses.ts"
import { limited } from "#kernel/bounds/limited.ts"
import { conflict, notFound, upstreamError } from "#kernel/error.ts"
import { retryAfterOf } from "#kernel/time/retry-after.ts"
import { inClientSpan } from "#spans/span.ts"
import { type ChannelToken, type ChatCommand, type StreamElements, tooOften } from "./port.ts"

const maxBytes = 4_000_000

const channel = z.object({ _id: z.string().regex(/^[0-9a-f]{24}$/), username: z.string() })
const cooldown = z.object({ user: z.number().catch(0), global: z.number().catch(0) }).catch({ user: 0, global: 0 })
const shared = {
  command: z.string(),
  aliases: z.array(z.string()).catch([]),
  accessLevel: z.number().catch(100),
  enabled: z.boolean().catch(true),
  enabledOnline: z.boolean().catch(true),
  enabledOffline: z.boolean().catch(true),
  cooldown,
  cost: z.number().catch(0),
}
const custom = z.object({ ...shared, _id: z.string(), reply: z.string().catch(""), hidden: z.boolean().catch(false) })
const builtIn = z.object({
  ...shared,
  commandId: z.string(),
  description: z.string().catch(""),
  moduleId: z.string().catch(""),
})
const modules = z.record(z.string(), z.object({ enabled: z.boolean() }).optional().catch(undefined))

/** Calls StreamElements' API, version kappa/v2, at `baseUrl`. Each response may take `timeoutMs` milliseconds. */
export function openStreamElements(baseUrl: string, timeoutMs = 5_000, userAgent = plainUserAgent): StreamElements {
  const commandsPath = (channelId: string) => `/bot/commands/${encodeURIComponent(channelId)}`
  const ask = (path: string, token?: ChannelToken) =>
    inClientSpan("stream-elements", () => askKappa(`${baseUrl}/kappa/v2${path}`, { token, timeoutMs, userAgent }))
  return {
    async findChannel(nameOrId) {
      const answer = await ask(`/channels/${encodeURIComponent(nameOrId)}`)
      if (answer.status === 404 || answer.status === 400) throw noSuchChannel()
      const { _id, username } = channel.parse(expectOk(answer))
      return { id: _id, name: username }
    },
    async listCommands(channelId, token) {
      const answer = await ask(commandsPath(channelId), token)
      return readList(custom, expectAccepted(answer)).map((item) => ({
        ...toCommand(item._id, item, true),
        reply: item.reply,
        isHidden: item.hidden,
      }))
    },
    async listBuiltInCommands(channelId, token) {
      const [answer, ofModules] = await Promise.all([
        ask(`${commandsPath(channelId)}/default?language=en`, token),
        ask(`/bot/modules/${encodeURIComponent(channelId)}`, token),
      ])
      const items = readList(builtIn, expectAccepted(answer))
      if (ofModules.retryAfterMs) expectOk(ofModules)
      const states = modules.safeParse(ofModules.body).data
      return items.map(({ commandId, description, moduleId, ...item }) => ({
        ...toCommand(commandId, item, moduleId === "" || states?.[moduleId]?.enabled),
        description,
      }))
    },
  }
}

interface Answer {
  status: number
  body: unknown
  retryAfterMs: number | undefined
}

async function askKappa(
  url: string,
  { token, timeoutMs, userAgent }: { token: ChannelToken | undefined; timeoutMs: number; userAgent: string },
): Promise<Answer> {
  const scheme = token?.kind === "oauth" ? "oAuth" : "Bearer"
  const authorization = token && { authorization: `${scheme} ${token.token}` }
  const headers = { accept: "application/json", "user-agent": userAgent, ...authorization }
  try {
    const response = await fetch(url, { headers, redirect: "error", signal: AbortSignal.timeout(timeoutMs) })
    const read = response.body ? await text(limited(response.body, maxBytes)) : ""
    const retryAfterMs = retryAfterOf(response.headers.get("retry-after"), Date.now())
    return { status: response.status, body: response.ok ? JSON.parse(read) : undefined, retryAfterMs }
  } catch (error) {
    throw upstreamError("StreamElements", error)
  }
}

function expectAccepted(answer: Answer): unknown {
  if (answer.status === 401 || answer.status === 403) throw tokenRefused()
  if (answer.status === 404) throw noSuchChannel()
  return expectOk(answer)
}

function expectOk({ status, body, retryAfterMs }: Answer): unknown {
  if (retryAfterMs && (status === 429 || status === 503)) throw tooOften(Math.ceil(retryAfterMs / 1_000))
  if (status === 429) throw tooOften()
  if (body === undefined) throw upstreamError("StreamElements", new Error(`It answered ${status}.`))
  return body
}

/** Drops items that cannot be read, so that one odd command does not hide the others. */
function readList<Item extends z.ZodType>(item: Item, body: unknown): z.output<Item>[] {
  if (!Array.isArray(body)) throw upstreamError("StreamElements", new Error("It did not answer a list."))
  return body.flatMap((one) => item.safeParse(one).data ?? [])
}

type Shared = z.output<z.ZodObject<typeof shared>>

function toCommand(id: string, item: Shared, isModuleOn: boolean | undefined): ChatCommand {
  return {
    id,
    command: item.command,
    aliases: item.aliases,
    accessLevel: item.accessLevel,
    status: statusOf(item, isModuleOn),
    isHidden: false,
    userCooldownSeconds: item.cooldown.user,
    globalCooldownSeconds: item.cooldown.global,
    cost: item.cost,
  }
}

function statusOf(
  { enabled, enabledOnline, enabledOffline }: Shared,
  isModuleOn: boolean | undefined,
): ChatCommand["status"] {
  if (!enabled || !(enabledOnline || enabledOffline)) return "off"
  if (!isModuleOn) return isModuleOn === false ? "module_off" : "module_unknown"
  if (enabledOnline && enabledOffline) return "on"
  return enabledOnline ? "only_online" : "only_offline"
}

const noSuchChannel = () =>
  notFound("StreamElements channel not found.", "Check the channel's name in the URL of its StreamElements page.")

const tokenRefused = () =>
  conflict(
    "StreamElements rejected this channel's token.",
    "Ask an admin to reconnect the channel with a new token under Chat commands.",
  )
