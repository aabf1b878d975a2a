import type { ServerResponse } from "node:http"
import type { FastifyReply } from "fastify"
import type { Context } from "#access/context.ts"
import { type Connection, listEnded } from "#domains/connections/index.ts"
import { ServiceError } from "#kernel/error.ts"
import { stopping } from "../door/protocol-refusals.ts"
import { beginEventStream, type EventStreamParts } from "./event-stream.ts"

/** The holder of an open stream: a connection, or without a token a network. */
export interface StreamHolder {
  readonly network: string
  readonly connection: Connection | undefined
}

export interface HeldStreams<Held extends StreamHolder> {
  /** Sends the first text. @throws ServiceError when too many are open, or the process stops. */
  open(held: Held, text: string, reply: FastifyReply): FastifyReply
  /** Ends all streams, and refuses new ones. */
  close(): void
}

/** Some proxies close a connection after 20 silent seconds. */
const aliveMs = 15_000
export const mostOfConnection = 20
export const mostOfAccount = 60

/**
 * Keeps streams open that wait for news, with comment lines as a sign of life. `lastText` ends a stream when the process
 * stops, or when its connection ends.
 */
export function holdStreams<Held extends StreamHolder>(
  cx: Context,
  { most, logAnswer }: EventStreamParts,
  lastText: (held: Held) => string,
): HeldStreams<Held> {
  const streams = new Map<Held, ServerResponse>()
  let isClosed = false
  const end = (held: Held) => {
    const response = streams.get(held)
    if (response?.writableEnded === false) response.end(lastText(held))
  }
  const endEnded = async (accountId?: string) => {
    for (const held of await findEnded(cx, [...streams.keys()], accountId)) end(held)
  }
  const check = (accountId?: string) =>
    void endEnded(accountId).catch((fault) => cx.log.warn({ fault }, "The connections of streams were not checked."))
  const timer = setInterval(() => {
    for (const response of streams.values()) sayAlive(response)
    check()
  }, aliveMs).unref()
  const endings = [cx.bus.subscribe("access", check), cx.bus.onGap(() => check()), () => clearInterval(timer)]
  return {
    open(held, text, reply) {
      if (isClosed) throw stopping()
      admit(held, [...streams.keys()], most)
      if (reply.raw.destroyed) return reply.hijack()
      const response = beginEventStream(reply, logAnswer).once("close", () => streams.delete(held))
      streams.set(held, response)
      response.write(text)
      // The connection may have ended since it was found.
      if (held.connection) check(held.connection.accountId)
      return reply
    },
    close() {
      isClosed = true
      for (const ending of endings) ending()
      for (const held of streams.keys()) end(held)
    },
  }
}

/** Finds the streams, of one account or all, for which the connection has ended. */
async function findEnded<Held extends StreamHolder>(cx: Context, held: Held[], accountId?: string): Promise<Held[]> {
  const asked = held.filter(({ connection: of }) => of && (accountId ?? of.accountId) === of.accountId)
  const ended = await listEnded(
    cx,
    asked.flatMap(({ connection }) => connection ?? []),
  )
  return asked.filter(({ connection }) => connection && ended.has(connection))
}

/** Cuts the stream of a client that has not read the line before. */
function sayAlive(response: ServerResponse): void {
  if (response.writableLength > 0) response.destroy()
  else if (!response.writableEnded) response.write(": alive\n\n")
}

/** Of `most` streams, three quarters may have no token, and a quarter may be one network's without a token. */
function admit({ connection, network }: StreamHolder, open: readonly StreamHolder[], most: number): void {
  const own = open.filter((of) => of.connection?.accountId === connection?.accountId)
  const isFull = open.length >= most || (!connection && own.length >= most * 0.75)
  if (isFull) throw tooMany("Too many open streams.", 503)
  const same = own.filter((of) => (connection ? of.connection?.grantId === connection.grantId : of.network === network))
  const isTooMany = connection
    ? same.length >= mostOfConnection || own.length >= mostOfAccount
    : same.length >= most / 4
  if (isTooMany) throw tooMany(`Too many open streams of this ${connection ? "connection" : "network"}.`, 429)
}

function tooMany(message: string, status: 429 | 503): ServiceError {
  const hint = "Close one, or try again after the number of seconds in `Retry-After`."
  const code = status === 429 ? "invalid_request" : "internal_error"
  return new ServiceError(code, message, { status, hint, retryAfterSeconds: 60 })
}
