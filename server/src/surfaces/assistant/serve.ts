import type { FastifyPluginAsync } from "fastify"
import { invalidInput, ServiceError } from "#kernel/error.ts"
import { consoleCaller } from "../transport/console-caller.ts"
import { consoleDoor } from "../transport/console-door.ts"
import { answerWithEnvelope } from "../transport/error-envelope.ts"
import { beginEventStream, type EventStreamParts } from "../transport/streams/event-stream.ts"
import { hubOf } from "../transport/streams/hub-of.ts"
import type { Transport } from "../transport/transport.ts"

/** The assistant's worker and the event stream of a conversation, as a Fastify plugin. */
export function assistantSurface(transport: Transport, parts: EventStreamParts): FastifyPluginAsync {
  const { app } = transport
  const hub = hubOf(async () => new (await import("#engines/runs/hub.ts")).AssistantHub(app), tooManyStreams)
  // The first question loads the hub, which then subscribes by itself.
  const endListening = app.bus.subscribe("runs", (conversationId) => {
    if (!hub.isOpen()) void hub.load().then((opened) => opened?.wake(conversationId))
  })
  const close = () => {
    endListening()
    return hub.close()
  }
  return async (server) => {
    parts.stop?.addEventListener("abort", () => void close())
    server.addHook("preClose", close)
    server.setErrorHandler(answerWithEnvelope(app.log))
    server.route({
      method: "GET",
      url: "/console/assistant",
      exposeHeadRoute: false,
      onRequest: consoleDoor(transport),
      handler: async (request, reply) => {
        const caller = await consoleCaller(transport, request)
        const { conversation } = request.query as { conversation?: string }
        if (caller.kind !== "person") throw notSignedIn()
        if (!conversation) throw needsConversation()
        const opened = await hub.open(parts.most)
        await opened.admit(caller, conversation)
        if (reply.raw.destroyed) return reply.hijack()
        beginEventStream(reply, parts.logAnswer).write("retry: 1000\n\n")
        opened.open(reply.raw, { caller, conversationId: conversation })
      },
    })
  }
}

const notSignedIn = () =>
  new ServiceError("invalid_token", "You are not signed in.", { hint: "Sign in and try again." })

const needsConversation = () =>
  invalidInput("Name the conversation in the parameter `conversation`.", "Open it from the list of conversations.")

const tooManyStreams = () =>
  new ServiceError("internal_error", "Too many live conversations.", {
    status: 503,
    hint: "Try again in a minute.",
    retryAfterSeconds: 60,
  })
