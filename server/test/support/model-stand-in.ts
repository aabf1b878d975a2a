import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import type { TestContext } from "node:test"
import { openAiSdk } from "#adapters/models/ai-sdk.ts"
import type { Models } from "#adapters/models/port.ts"
import { withRetries } from "#adapters/models/with-retries.ts"
import { readModelAddress } from "#config/model-address.ts"
import { listen } from "./listen.ts"
import { type Asked, readAsked, type Wire, writeParts } from "./model-stand-in-wires.ts"

/**
 * What an answer is made of, in the order in which it goes over the wire:
 *
 * - a text, or `{ text, deltas }`: words, in two pieces or in as many as `deltas` says;
 * - `{ thinking, signature }`: a thought, signed on the Messages API;
 * - `{ call, arguments, id, written }`: a call; `written` are its arguments letter for letter, such as broken JSON;
 * - `{ usage }`: what is counted, as the wire writes it; null to count nothing. Left out, honest counts;
 * - `{ end }`: why the model stopped. Left out, it is made of the parts. What follows it comes too late;
 * - `{ raw }`: bytes as they are;
 * - `{ until }`: nothing, until the promise resolves;
 * - `{ fault: "silence" }`: nothing any more, and the connection stays open; `"cut"`: the connection is torn down;
 *   `"close"`: it ends in good order, with the answer unfinished.
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

/** What a model does: from what it was asked, and how many times it was asked before, to what it answers. */
export type Script = (asked: Asked, index: number) => Answer | Promise<Answer>

export interface ModelStandIn {
  /** What it does from now on. */
  script: Script
  /** Every request so far, read from its wire; `body` is as it came. */
  readonly journal: Asked[]
  /** For `SVC_MODEL_URL`. */
  url(wire?: Wire): string
  /** Resolves once no request is open any more. */
  allClosed(): Promise<unknown>
  /** The port, asking this stand-in as the service would, with retries at once. */
  models(options?: { wire?: Wire; key?: string; idleMs?: number }): Models
}

/**
 * A model on this machine that does what a test says, over real HTTP on both wires; closed after the test. `script` is a
 * function, or the answers in turn, the last of which is given again and again:
 *
 *     const model = await openModelStandIn(t, [[{ call: "list_links", arguments: {} }], ["You have two links."]])
 *     const { app, act } = await world(t, "sqlite", { models: model.models() })
 *     // … ask the assistant …
 *     model.journal[1]?.messages.at(-1)?.results // what the tool answered, as it was sent to the model
 *
 * A model that obeys whatever it reads last is `obedient`; its orders stand in any text as `DO tool {"json":"input"}`.
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
 * A model that does what the newest thing it reads tells it, whoever wrote that: with no other defence than what is
 * around it, nothing that was not allowed may happen.
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
