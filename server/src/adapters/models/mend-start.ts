import { isRecord } from "./is-record.ts"

const mostLooked = 65_536

const endOfEvent = /\r?\n\r?\n/

/**
 * Adds an input count of zero to the start event of a Messages API answer without one: the library would refuse the
 * whole answer. All other bytes pass unchanged, whole events at a time until the start event was seen.
 */
export function mendStart(): TransformStream<Uint8Array, Uint8Array> {
  let begun: Buffer | undefined = Buffer.alloc(0)
  let looked = 0
  return new TransformStream({
    transform(chunk, controller) {
      if (begun === undefined) return controller.enqueue(chunk)
      looked += chunk.length
      const { whole, rest, isSeen } = mendEvents(Buffer.concat([begun, chunk]))
      if (whole.length > 0) controller.enqueue(whole)
      begun = isSeen || looked > mostLooked ? undefined : rest
      if (begun === undefined && rest.length > 0) controller.enqueue(rest)
    },
    flush(controller) {
      if (begun !== undefined && begun.length > 0) controller.enqueue(begun)
    },
  })
}

/** Latin-1 keeps every byte, even where a character is split between two chunks. */
function mendEvents(bytes: Buffer): { whole: Buffer; rest: Buffer; isSeen: boolean } {
  let text = bytes.toString("latin1")
  let whole = ""
  let isSeen = false
  for (let end = endOfEvent.exec(text); end && !isSeen; end = endOfEvent.exec(text)) {
    const event = text.slice(0, end.index)
    isSeen = event.includes('"message_start"')
    whole += (isSeen ? mended(event) : event) + end[0]
    text = text.slice(end.index + end[0].length)
  }
  return { whole: Buffer.from(whole, "latin1"), rest: Buffer.from(text, "latin1"), isSeen }
}

function mended(event: string): string {
  return event.replace(/^data: ?(\{.*\})\r?$/m, (line, json: string) => {
    const value = parsed(json)
    if (!isRecord(value) || !isRecord(value.message)) return line
    const reported = isRecord(value.message.usage) ? value.message.usage : {}
    if (typeof reported.input_tokens === "number") return line
    const usage = { ...reported, input_tokens: 0 }
    return `data: ${JSON.stringify({ ...value, message: { ...value.message, usage } })}`
  })
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
