import type { Outside, Reading } from "#access/context.ts"
import { AskedToWait, type StreamElements, tooOften } from "#adapters/stream-elements/port.ts"
import { unsealChannelToken } from "./chat-channel.ts"
import type { ChatChannelRow } from "./chat-channel-store.ts"
import { type ListedCommand, toListed } from "./listed-command.ts"

const freshMs = 60_000
const workspacesLimit = 500

interface Entry {
  connection: string
  askedAt: number
  /** StreamElements asked for no requests until then. */
  restsUntil?: number
  commands: Promise<ListedCommand[]>
}

type Cx = Reading & Pick<Outside, "streamElements" | "keyring">

/**
 * Lists a channel's commands, at most a minute old: custom ones first, by id. Each workspace has one request to
 * StreamElements at a time, which all callers share. Of failures, only `Retry-After` is cached.
 */
export async function listCommandsOf(cx: Cx, channel: ChatChannelRow): Promise<ListedCommand[]> {
  const cache = cacheOf(cx.streamElements)
  const known = cache.get(channel.workspace_id)
  const isSame = known?.connection === channel.connection
  const restMs = isSame ? (known.restsUntil ?? 0) - cx.now() : 0
  if (restMs > 0) throw tooOften(Math.ceil(restMs / 1_000))
  if (isSame && known.restsUntil === undefined && known.askedAt > cx.now() - freshMs) return known.commands
  const commands = askForCommands(cx, channel)
  const entry: Entry = { connection: channel.connection, askedAt: cx.now(), commands }
  cache.delete(channel.workspace_id)
  cache.set(channel.workspace_id, entry)
  commands.catch((error) => {
    const restSeconds = error instanceof AskedToWait && error.retryAfterSeconds
    if (restSeconds) entry.restsUntil = cx.now() + restSeconds * 1_000
    else if (cache.get(channel.workspace_id) === entry) cache.delete(channel.workspace_id)
  })
  const [oldest] = cache.keys()
  if (cache.size > workspacesLimit && oldest !== undefined) cache.delete(oldest)
  return commands
}

async function askForCommands(cx: Cx, channel: ChatChannelRow): Promise<ListedCommand[]> {
  const token = unsealChannelToken(cx, channel)
  const [own, builtIn] = await Promise.all([
    cx.streamElements.listCommands(channel.channel_id, token),
    cx.streamElements.listBuiltInCommands(channel.channel_id, token),
  ])
  return [...toListed("custom", own), ...toListed("default", builtIn)]
}

/** One cache for each API client, so that both live equally long. */
const caches = new WeakMap<StreamElements, Map<string, Entry>>()

function cacheOf(streamElements: StreamElements): Map<string, Entry> {
  let cache = caches.get(streamElements)
  if (!cache) {
    cache = new Map()
    caches.set(streamElements, cache)
  }
  return cache
}
