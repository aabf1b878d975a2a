import type { FastifyReply } from "fastify"
import { z } from "zod"
import type { Context } from "#access/context.ts"
import type { EventStreamParts } from "../transport/streams/event-stream.ts"
import { type HeldStreams, holdStreams, type StreamHolder } from "../transport/streams/held-streams.ts"
import type { RpcCall } from "./message.ts"
import { metaKeys } from "./modern-request.ts"
import { RpcFault, type RpcId, rpcCodes } from "./rpc.ts"
import { serverIdentity } from "./server-info.ts"

export interface Subscriptions extends Pick<HeldStreams<never>, "close"> {
  /** Opens the stream of a `subscriptions/listen`. @throws RpcFault, or ServiceError when too many are open. */
  listen(request: RpcCall, holder: StreamHolder, reply: FastifyReply): FastifyReply
}

/** Holds the streams of this process. They carry no change, since the lists never change. */
export function openSubscriptions(cx: Context, parts: EventStreamParts): Subscriptions {
  const identity = { [metaKeys.serverInfo]: serverIdentity(cx.brandName) }
  const streams = holdStreams<StreamHolder & { id: RpcId }>(cx, parts, ({ id }) =>
    toEvent({ id, result: { resultType: "complete", _meta: { [metaKeys.subscription]: id, ...identity } } }),
  )
  return {
    listen({ id, params }, holder, reply) {
      if (!filter.safeParse(params.notifications).success) throw noFilter(id)
      const acknowledged = { _meta: { [metaKeys.subscription]: id }, notifications: {} }
      const text = toEvent({ method: "notifications/subscriptions/acknowledged", params: acknowledged })
      return streams.open({ ...holder, id }, text, reply)
    },
    close: streams.close,
  }
}

const toEvent = (message: object) => `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`

const isWanted = z.boolean().optional()
/** MCP 2026-07-28, `SubscriptionFilter`. */
const filter = z.object({
  toolsListChanged: isWanted,
  promptsListChanged: isWanted,
  resourcesListChanged: isWanted,
  resourceSubscriptions: z.array(z.string()).optional(),
})

const noFilter = (id: RpcId) =>
  new RpcFault(
    rpcCodes.invalidParams,
    '`notifications` is no filter. Send an object, such as {"toolsListChanged":true}.',
    {
      id,
    },
  )
