import { parsed } from "./json.ts"
import { mendMessage, type RawAnswers, type RpcRequest } from "./mend-message.ts"

interface Reading {
  readonly asked: RpcRequest | undefined
  readonly taken: RawAnswers
}

/** Mends the messages of an answer, which is one JSON text (of whatever media type) or a stream of events. */
export async function mendResponse(answer: Response, reading: Reading): Promise<Response> {
  const { status, headers, body } = answer
  if (!body) return answer
  if (/^text\/event-stream/i.test(headers.get("content-type") ?? "")) {
    return new Response(mendEvents(body, reading), { status, headers })
  }
  const text = await answer.text()
  const message = parsed(text)
  if (message === undefined) return new Response(text, { status, headers })
  const mended = JSON.stringify(mendMessage(message, reading.asked, reading.taken))
  const sent = new Headers(headers)
  sent.set("content-type", "application/json")
  return new Response(mended, { status, headers: sent })
}

/** Mends the message of each event, and writes it as one line of `data`. */
function mendEvents(body: ReadableStream<Uint8Array>, reading: Reading): ReadableStream<Uint8Array> {
  let rest = ""
  let event: string[] = []
  const read = (line: string): string => {
    event.push(line)
    if (line !== "" && line !== "\r") return ""
    const mended = mendEvent(event, reading)
    event = []
    return mended
  }
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()]
  const events = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      const [first = "", ...more] = decoder.decode(bytes, { stream: true }).split("\n")
      rest += first
      for (const line of more) {
        controller.enqueue(encoder.encode(read(rest)))
        rest = line
      }
    },
    flush: (controller) => controller.enqueue(encoder.encode(mendEvent([...event, rest], reading))),
  })
  return body.pipeThrough(events)
}

function mendEvent(lines: readonly string[], { asked, taken }: Reading): string {
  const data = lines.filter((line) => line.startsWith("data:"))
  const message = parsed(data.map((line) => line.slice(5)).join("\n"))
  if (message === undefined) return `${lines.join("\n")}\n`
  const others = lines.filter((line) => !data.includes(line))
  return [`data: ${JSON.stringify(mendMessage(message, asked, taken))}`, ...others, ""].join("\n")
}
