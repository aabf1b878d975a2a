import type { ServerResponse } from "node:http"
import type { FastifyReply } from "fastify"
import { z } from "zod"
import type { Context } from "#access/context.ts"
import { type Connection, listEnded } from "#domains/connections/index.ts"
import { ServiceError } from "#kernel/error.ts"
import { stopping } from "../transport/door/protocol-refusals.ts"
import type { LogAnswer } from "../transport/request-log.ts"
import { beginEventStream } from "../transport/streams/event-stream.ts"
import type { Params } from "./message.ts"
import { invalidParams, type RpcId } from "./rpc.ts"
import { serverName, serverVersion } from "./server-info.ts"

export interface Listener {
  readonly id: RpcId
  readonly network: string
  readonly connection: Connection | undefined
}

export interface Subscriptions {
  /** Opens the stream of a `subscriptions/listen`. @throws ServiceError when too many are open. */
  listen(listener: Listener, reply: FastifyReply): FastifyReply
  /** Ends all streams with the final result, and refuses new ones. */
  close(): void
}

type Stream = Listener & { readonly response: ServerResponse }

/** Some proxies close a connection after 20 silent seconds. */
const aliveMs = 15_000
const mostOfConnection = 20
const mostOfAccount = 60
const subscriptionId = "io.modelcontextprotocol/subscriptionId"

/** Holds the streams of this process, `most` at once. They carry no change, since the lists never change. */
export function openSubscriptions(cx: Context, most: number, logAnswer: LogAnswer): Subscriptions {
  const streams = new Set<Stream>()
  let isClosed = false
  const serverInfo = { name: serverName, title: cx.brandName, version: serverVersion }
  const end = ({ id, response }: Stream) => {
    const _meta = { [subscriptionId]: id, "io.modelcontextprotocol/serverInfo": serverInfo }
    if (!response.writableEnded) response.end(toEvent({ id, result: { resultType: "complete", _meta } }))
  }
  const endEnded = async (accountId?: string) => {
    const connections = [...streams].flatMap(({ connection }) => connection ?? [])
    const isAsked = (of: Connection) => accountId === undefined || of.accountId === accountId
    const ended = await listEnded(cx, connections.filter(isAsked))
    for (const stream of streams) if (stream.connection && ended.has(stream.connection)) end(stream)
  }
  const check = (accountId?: string) =>
    void endEnded(accountId).catch((fault) => cx.log.warn({ fault }, "The connections of streams were not checked."))
  const timer = setInterval(() => {
    for (const { response } of streams) sayAlive(response)
    check()
  }, aliveMs).unref()
  const endings = [cx.bus.subscribe("access", check), cx.bus.onGap(() => check()), () => clearInterval(timer)]
  return {
    listen(listener, reply) {
      if (isClosed) throw stopping()
      admit(listener, [...streams], most)
      if (reply.raw.destroyed) return reply.hijack()
      const stream = { ...listener, response: beginEventStream(reply, logAnswer) }
      streams.add(stream)
      stream.response.once("close", () => streams.delete(stream))
      const params = { _meta: { [subscriptionId]: listener.id }, notifications: {} }
      stream.response.write(toEvent({ method: "notifications/subscriptions/acknowledged", params }))
      if (listener.connection) check(listener.connection.accountId) // it may have ended since it was found
      return reply
    },
    close() {
      isClosed = true
      for (const ending of endings) ending()
      for (const stream of streams) end(stream)
    },
  }
}

const toEvent = (message: object) => `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`

/** Cuts the stream of a client that has not read the line before. */
function sayAlive(response: ServerResponse): void {
  if (response.writableLength > 0) response.destroy()
  else if (!response.writableEnded) response.write(": alive\n\n")
}

/** Of `most` streams, half may have no token, and a sixth may be those of one network without a token. */
function admit({ connection, network }: Listener, open: readonly Stream[], most: number): void {
  const own = open.filter((of) => of.connection?.accountId === connection?.accountId)
  const isFull = open.length >= most || (!connection && own.length >= most / 2)
  if (isFull) throw tooMany("Too many open streams.", 503)
  const same = own.filter((of) => (connection ? of.connection?.grantId === connection.grantId : of.network === network))
  const isTooMany = connection
    ? same.length >= mostOfConnection || own.length >= mostOfAccount
    : same.length >= most / 6
  if (isTooMany) throw tooMany(`Too many open streams of this ${connection ? "connection" : "network"}.`, 429)
}

function tooMany(message: string, status: 429 | 503): ServiceError {
  const hint = "Close one, or try again after the number of seconds in `Retry-After`."
  const code = status === 429 ? "invalid_request" : "internal_error"
  return new ServiceError(code, message, { status, hint, retryAfterSeconds: 60 })
}

const filter = z.object({
  ...{ toolsListChanged: z.boolean().optional(), promptsListChanged: z.boolean().optional() },
  ...{ resourcesListChanged: z.boolean().optional(), resourceSubscriptions: z.array(z.string()).optional() },
})

/** MCP 2026-07-28, `SubscriptionFilter`: it may be empty. @throws RpcFault −32602 without one. */
export function readFilter({ notifications }: Params): void {
  if (filter.safeParse(notifications).success) return
  throw invalidParams('`notifications` is not a filter. Send an object, such as {"toolsListChanged":true}.')
}
