import { once } from "node:events"
import { type ClientRequest, type IncomingMessage, request } from "node:http"
import { request as requestOverTls } from "node:https"
import type { ConnectionOptions } from "node:tls"

/** One event of a stream; `id` is a change's number. */
export interface StreamEvent {
  event: string
  id: number | undefined
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it is.
  data: any
}

export interface EventStream {
  status: number
  headers: IncomingMessage["headers"]
  /** All received text. */
  text(): string
  /** All events so far, except heartbeats. */
  events: StreamEvent[]
  /** Returns the next event that matches; without an argument, the next one. */
  next(isIt?: (event: StreamEvent) => boolean): Promise<StreamEvent>
  /** Resolves when the stream was ended, or cut. */
  ended: Promise<unknown>
  /** Stops reading, so that data accumulates. */
  pause(): void
  close(): void
}

/** Opens a stream of events as a browser does, or with a body as an agent does, and reads it. */
export async function openStream(
  url: string,
  headers: Record<string, string>,
  { body, ...tls }: Pick<ConnectionOptions, "ca" | "servername"> & { body?: string } = {},
): Promise<EventStream> {
  const method = body === undefined ? "GET" : "POST"
  const sent = { method, headers: { accept: "text/event-stream", ...headers }, agent: false } as const
  const asked: ClientRequest = tls.ca ? requestOverTls(url, { ...sent, ...tls }) : request(url, sent)
  asked.end(body)
  const [response] = (await once(asked, "response")) as [IncomingMessage]
  asked.on("error", () => {})
  response.setEncoding("utf8")
  let [all, rest, taken] = ["", "", 0]
  const events: StreamEvent[] = []
  let wake = Promise.withResolvers<void>()
  response.on("data", (text: string) => {
    all += text
    const blocks = (rest + text).split("\n\n")
    rest = blocks.pop() ?? ""
    for (const block of blocks) {
      const event = toEvent(block)
      if (event && event.event !== "alive") events.push(event)
    }
    wake.resolve()
    wake = Promise.withResolvers()
  })
  response.on("error", () => {})
  const ended = new Promise((resolve) => response.once("close", resolve))
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => all,
    events,
    async next(isIt = () => true) {
      for (;;) {
        while (events.length <= taken) {
          const isOver = await Promise.race([wake.promise, ended.then(() => true)])
          if (isOver && events.length <= taken) throw new Error(`The stream ended: ${all}`)
        }
        taken += 1
        const event = events[taken - 1] as StreamEvent
        if (isIt(event)) return event
      }
    },
    ended,
    pause: () => void response.pause(),
    close: () => void asked.destroy(),
  }
}

function toEvent(block: string): StreamEvent | undefined {
  const fields = block.split("\n").map((line) => {
    const colon = line.indexOf(":")
    return [line.slice(0, colon), line.slice(colon + 1).trimStart()] as const
  })
  const of = (name: string) => fields.find(([field]) => field === name)?.[1]
  const event = of("event")
  if (event === undefined) return undefined
  const id = of("id")
  return { event, id: id === undefined ? undefined : Number(id), data: JSON.parse(of("data") ?? "") }
}
