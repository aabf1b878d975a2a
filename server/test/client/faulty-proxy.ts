import { createServer, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import type { TestContext } from "node:test"
import { listen } from "#test/support/http/listen.ts"

/**
 * What happens to a try. The service works on it, but its answer is never sent, is cut before or in its body, or is
 * that of a second request at the same time. Or the service never sees it.
 */
export const faults = ["silence", "cut", "cut body", "twice", "409", "429", "503", "lost"] as const
export type Fault = (typeof faults)[number] | "none"

export interface SeenTry {
  readonly body: string
  readonly key: string | undefined
  readonly fault: Fault
  /** Whether the connection ended before the whole answer. */
  isAbandoned: boolean
  /** Whether the service's answer was read. Until then the service cannot be closed. */
  isOver: boolean
}

export interface FaultyProxy {
  readonly url: string
  readonly tries: readonly SeenTry[]
  /** The faults of the first tries, by the first field of their bodies. */
  readonly planned: Map<string, Fault>
}

/** Opens a proxy in front of the service at `target`. */
export async function faultyProxy(t: TestContext, target: string): Promise<FaultyProxy> {
  const tries: SeenTry[] = []
  const planned: FaultyProxy["planned"] = new Map()
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const isFirst = tries.every((earlier) => earlier.body !== body)
    const [first] = Object.values(JSON.parse(body)) as string[]
    const key = request.headers["idempotency-key"]?.toString()
    const fault = (isFirst && planned.get(first ?? "")) || "none"
    const seen: SeenTry = { body, key, fault, isAbandoned: false, isOver: false }
    tries.push(seen)
    response.on("close", () => {
      seen.isAbandoned = !response.writableFinished
    })
    const sent = { "content-type": "application/json", ...(key !== undefined && { "idempotency-key": key }) }
    const ask = () => fetch(`${target}${request.url}`, { method: "POST", headers: sent, body })
    await spoil(fault, response, ask)
    seen.isOver = true
  })
  const port = await listen(t, server)
  return { url: `http://127.0.0.1:${port}`, tries, planned }
}

async function spoil(fault: Fault, response: ServerResponse, ask: () => Promise<Response>): Promise<void> {
  if (fault === "lost") return void response.destroy()
  if (Number(fault) > 0) return void response.writeHead(Number(fault), { "retry-after": "0" }).end()
  const answers = await Promise.all(fault === "twice" ? [ask(), ask()] : [ask()])
  const answer = answers.find(({ status }) => status === 409) ?? answers[0]
  const bodies = await Promise.all(answers.map((one) => one.arrayBuffer()))
  if (fault === "silence" || answer === undefined) return
  if (fault === "cut") return void response.destroy()
  const bytes = Buffer.from(bodies[answers.indexOf(answer)] ?? new ArrayBuffer())
  const wait = answer.headers.get("retry-after")
  response.writeHead(answer.status, { "content-length": bytes.length, ...(wait !== null && { "retry-after": wait }) })
  if (fault !== "cut body") return void response.end(bytes)
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
}
