import type { HocuspocusProvider, HocuspocusProviderWebsocket } from "@hocuspocus/provider"
import { splitUpdate } from "./split-update.ts"

/** Half of what the service accepts per message. Fewer deletions keep its work per message within its limit. */
const limits = { bytes: 500_000, parts: 40_000, deletions: 20_000 }
/** After a "too large" refusal, deletions are sent in parts smaller by this factor. */
const finer = 5
const tooLarge = 1009
/** The service's rate limit is four megabytes at once and per minute; this is the budget before sending pauses. */
const atOnce = 3_000_000
const bytesPerMs = 50

/** The message numbers of the sync protocol: the state that the other side lacks, and a change. */
const sync = 0
const step = { whole: 1, change: 2 } as const

/** Splits messages that are too large. Later updates wait behind the parts, because they depend on them. */
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

/** Splits a message into messages of the same type. */
function partsOf(message: Uint8Array, deletions: number): Uint8Array[] {
  if (!isUpdate(message)) return [message]
  const nameEnd = 1 + (message[0] ?? 0)
  const parts = splitUpdate(partBehind(message, nameEnd + 2), { ...limits, deletions })
  if (parts.length === 1) return [message]
  const head = message.subarray(0, nameEnd + 2)
  return parts.map((part) => Uint8Array.from([...head, ...lengthOf(part), ...part]))
}

/** Assumes that the doc's name has fewer than 128 bytes. */
function isUpdate(message: Uint8Array): boolean {
  const nameEnd = 1 + (message[0] ?? 0)
  const kind = message[nameEnd + 1]
  return message[nameEnd] === sync && (kind === step.whole || kind === step.change)
}

/** Skips a variable-length integer: seven bits per byte; the eighth bit is set on all bytes but the last. */
function partBehind(message: Uint8Array, start: number): Uint8Array {
  let at = start
  while ((message[at] ?? 0) >= 128) at += 1
  return message.subarray(at + 1)
}

function lengthOf({ length }: Uint8Array): number[] {
  return length < 128 ? [length] : [128 | (length & 127), ...lengthOf({ length: length >>> 7 } as Uint8Array)]
}
