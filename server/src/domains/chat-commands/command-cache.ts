import type { Outside, Reading } from "#access/context.ts"
import type { StreamElements } from "#adapters/stream-elements/port.ts"
import { unsealChannelToken } from "./chat-channel.ts"
import type { ChatChannelRow } from "./chat-channel-store.ts"
import { type ListedCommand, toListed } from "./listed-command.ts"

const freshMs = 60_000
const workspacesLimit = 500

interface Entry {
  connection: string
  askedAt: number
  commands: Promise<ListedCommand[]>
}

type Cx = Reading & Pick<Outside, "streamElements" | "keyring">

/**
 * Lists a channel's commands, at most a minute old: custom ones first, by id. Each workspace has one request to
 * StreamElements at a time, which all callers share. Failures are not cached.
 */
export function listCommandsOf(cx: Cx, channel: ChatChannelRow): Promise<ListedCommand[]> {
  const cache = cacheOf(cx.streamElements)
  const known = cache.get(channel.workspace_id)
  if (known?.connection === channel.connection && known.askedAt > cx.now() - freshMs) return known.commands
  const commands = askForCommands(cx, channel)
  const entry = { connection: channel.connection, askedAt: cx.now(), commands }
  cache.delete(channel.workspace_id)
  cache.set(channel.workspace_id, entry)
  commands.catch(() => {
    if (cache.get(channel.workspace_id) === entry) cache.delete(channel.workspace_id)
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
