import type { HocuspocusProvider, HocuspocusProviderWebsocket } from "@hocuspocus/provider"
import { splitUpdate } from "./split-update.ts"

/** The service takes a megabyte and 80,000 parts in a message, and so much work as a doc of its size makes of it. */
const limits = { bytes: 500_000, parts: 40_000, deletions: 20_000 }
/** What the service calls too large is sent again in so many times smaller deletions. */
const finer = 5
const tooLarge = 1009
/** The service takes four megabytes at once, and as many in a minute: what may be sent before it is waited. */
const atOnce = 3_000_000
const bytesPerMs = 50

/** The numbers of what is said of the content: all that the service lacks, a change. */
const sync = 0
const step = { whole: 1, change: 2 } as const

/**
 * Has what is too large for a message sent as several. Whatever is written meanwhile waits behind them, since it builds
 * on them.
 */
export function sendInParts(
  socket: Pick<HocuspocusProviderWebsocket, "send" | "on">,
  provider: Pick<HocuspocusProvider, "incrementUnsyncedChanges">,
): void {
  const send = socket.send.bind(socket)
  let waiting: Uint8Array[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let left = atOnce
  let deletions = limits.deletions
  const sendNext = () => {
    timer = undefined
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (next.length > left) {
        timer = setTimeout(sendNext, next.length / bytesPerMs)
        left = next.length
        return
      }
      left -= next.length
      waiting.shift()
      send(next)
    }
    left = atOnce
  }
  socket.on("close", ({ event }: { event: { code: number } }) => {
    clearTimeout(timer)
    if (event.code === tooLarge) deletions = Math.ceil(deletions / finer)
    ;[waiting, timer, left] = [[], undefined, atOnce]
  })
  socket.send = (message: Uint8Array) => {
    const parts = partsOf(message, deletions)
    if (parts.length === 1 && (waiting.length === 0 || !isUpdate(message))) return send(message)
    for (let more = 1; more < parts.length; more += 1) provider.incrementUnsyncedChanges()
    waiting.push(...parts)
    if (timer === undefined) sendNext()
  }
}

/** The messages that a message becomes. All of its parts are of its kind. */
function partsOf(message: Uint8Array, deletions: number): Uint8Array[] {
  if (!isUpdate(message)) return [message]
  const nameEnd = 1 + (message[0] ?? 0)
  const parts = splitUpdate(partBehind(message, nameEnd + 2), { ...limits, deletions })
  if (parts.length === 1) return [message]
  const head = message.subarray(0, nameEnd + 2)
  return parts.map((part) => Uint8Array.from([...head, ...lengthOf(part), ...part]))
}

/** A doc's name has fewer than 128 letters. */
function isUpdate(message: Uint8Array): boolean {
  const nameEnd = 1 + (message[0] ?? 0)
  const kind = message[nameEnd + 1]
  return message[nameEnd] === sync && (kind === step.whole || kind === step.change)
}

/** Numbers are written as seven bits a byte, of which all but the last have the eighth set. */
function partBehind(message: Uint8Array, start: number): Uint8Array {
  let at = start
  while ((message[at] ?? 0) >= 128) at += 1
  return message.subarray(at + 1)
}

function lengthOf({ length }: Uint8Array): number[] {
  return length < 128 ? [length] : [128 | (length & 127), ...lengthOf({ length: length >>> 7 } as Uint8Array)]
}
