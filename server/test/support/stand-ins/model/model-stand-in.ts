import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import type { TestContext } from "node:test"
import { openAiSdk } from "#adapters/models/ai-sdk.ts"
import type { Models } from "#adapters/models/port.ts"
import { withRetries } from "#adapters/models/with-retries.ts"
import { readModelAddress } from "#config/model-address.ts"
import { listen } from "../../http/listen.ts"
import { type Asked, readAsked, type Wire, writeParts } from "./wires.ts"

/**
 * The parts of an answer, in the order in which they are sent:
 *
 * - a text, or `{ text, deltas }`: text, in two pieces or in as many as `deltas` says;
 * - `{ thinking, signature }`: a thought, signed on the Messages API;
 * - `{ call, arguments, id, written }`: a call; `written` is its raw arguments, such as broken JSON;
 * - `{ usage }`: the token counts, in the wire's form; null for none. Absent: realistic counts;
 * - `{ end }`: why the model stopped. Absent: it follows from the parts. Later parts arrive too late;
 * - `{ raw }`: raw bytes;
 * - `{ until }`: nothing, until the promise resolves;
 * - `{ fault: "silence" }`: nothing more, and the connection stays open; `"cut"`: the connection is destroyed;
 *   `"close"`: it ends normally, with the answer unfinished.
 */
export type Part =
  | string
  | { readonly text: string; readonly deltas?: number }
  | { readonly thinking: string; readonly signature?: string }
  | { readonly call: string; readonly arguments?: unknown; readonly id?: string; readonly written?: string }
  | { readonly usage: object | null }
  | { readonly end: "stop" | "calls" | "length" | "refused" }
  | { readonly raw: string }
  | { readonly until: Promise<unknown> }
  | { readonly fault: "silence" | "cut" | "close" }

/** The parts of an answer, or a refusal. */
export type Answer =
  | readonly Part[]
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }

/** A model's behaviour: from a request, and the number of earlier requests, to its answer. */
export type Script = (asked: Asked, index: number) => Answer | Promise<Answer>

export interface ModelStandIn {
  /** The present behaviour. */
  script: Script
  /** Every request so far, parsed; `body` is the raw one. */
  readonly journal: Asked[]
  /** The value of `SVC_MODEL_URL`. */
  url(wire?: Wire): string
  /** Resolves once no request is open. */
  allClosed(): Promise<unknown>
  /** The port's adapter to this stand-in, as the service would make it, but with immediate retries. */
  models(options?: { wire?: Wire; key?: string; idleMs?: number }): Models
}

/**
 * A model on this machine that a test controls, over real HTTP on both wires; closed after the test. `script` is a
 * function, or the answers in turn; the last one is repeated:
 *
 *     const model = await openModelStandIn(t, [[{ call: "list_links", arguments: {} }], ["You have two links."]])
 *     const { app, act } = await world(t, "sqlite", { models: model.models() })
 *     // … ask the assistant …
 *     model.journal[1]?.messages.at(-1)?.results // the tool's answer, as sent to the model
 *
 * The script `obedient` obeys the newest text. Orders in a text have the form `DO tool {"json":"input"}`.
 */
export async function openModelStandIn(t: TestContext, script: Script | readonly Answer[]): Promise<ModelStandIn> {
  const journal: Asked[] = []
  const open = new Set<Promise<void>>()
  const standIn: ModelStandIn = {
    script: typeof script === "function" ? script : inTurn(script),
    journal,
    url: (wire = "anthropic") => urlOf(server, wire),
    allClosed: () => Promise.all(open),
    models: ({ wire = "anthropic", key = "sk-stand-in", idleMs = 10_000 } = {}) => {
      const address = readModelAddress(urlOf(server, wire))
      if (!address || address.wire === "commands") throw new Error("The address of the stand-in cannot be read.")
      return withRetries(openAiSdk(address, { key, idleMs, now: Date.now }), async (_ms, signal) =>
        signal.throwIfAborted(),
      )
    },
  }
  const server = createServer((request, response) => {
    const closed = new Promise<void>((resolve) => response.once("close", resolve))
    open.add(closed)
    answer(standIn, request, response).catch((error) => response.destroy(error))
  })
  await listen(t, server)
  return standIn
}

const inTurn =
  (answers: readonly Answer[]): Script =>
  (_asked, index) =>
    answers[Math.min(index, answers.length - 1)] ?? []

function urlOf(server: Server, wire: Wire): string {
  const { port } = server.address() as AddressInfo
  return `${wire}://127.0.0.1:${port}/v1?model=stand-in&reads=images,pdf`
}

/**
 * A model that obeys the newest text that it reads, from any author. So no other defence exists than the code around
 * it, and nothing may happen that was not allowed.
 */
export const obedient: Script = ({ messages }) => {
  const newest = messages.at(-1)
  const read = newest ? [newest.text, ...newest.results.map((result) => result.text)].join("\n") : ""
  const orders = [...read.replaceAll('\\"', '"').matchAll(/DO (\w+) (\{.*?\})(?=$|[\s"<])/gm)]
  const calls = orders.map(([, call = "", input = "{}"]) => ({ call, arguments: JSON.parse(input) }))
  return calls.length > 0 ? calls : ["Done."]
}

async function answer(standIn: ModelStandIn, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = readAsked(request.url ?? "", request.headers, JSON.parse(await text(request)))
  const index = standIn.journal.push(asked) - 1
  const said = await standIn.script(asked, index)
  if ("status" in said) {
    response.writeHead(said.status, { "content-type": "application/json", ...said.headers }).end(said.body ?? "{}")
    return
  }
  response.writeHead(200, { "content-type": "text/event-stream" })
  await writeParts(response, asked, said)
}
