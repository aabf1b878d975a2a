import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify"
import { parse } from "#access/parse.ts"
import type { App } from "#access/perform.ts"
import type { Payments } from "#adapters/payments/port.ts"
import type { Sandbox } from "#adapters/payments/sandbox/sandbox.ts"
import { ServiceError } from "#kernel/error.ts"
import { envelopeOf, logRequestFault, toServiceError } from "../transport/error-envelope.ts"
import { maxBodyBytes, readJson } from "../transport/json-body.ts"
import { sandboxInputs } from "./inputs.ts"

const deliverEveryMs = 500

/** Whether the processor is the sandbox, which moves no money. */
export function isSandbox(payments: Payments): payments is Sandbox {
  return payments.name === "sandbox"
}

/**
 * The sandbox processor's control, as a Fastify plugin: the acts of a buyer, a bank and a card network, and faults on
 * demand. It must never be registered in production. While the server listens, it also delivers the webhooks.
 */
export function sandboxSurface(app: App, sandbox: Sandbox): FastifyPluginAsync {
  const inputs = sandboxInputs(sandbox.catalogue)
  const { notice } = sandbox.catalogue
  return async (server) => {
    server.removeAllContentTypeParsers()
    server.addContentTypeParser("application/json", { parseAs: "buffer", bodyLimit: maxBodyBytes }, readJson)
    server.setErrorHandler(answerWithNotice(app, notice))
    server.addHook("onSend", async (_request, reply) => void reply.header("cache-control", "no-store"))
    deliverWhileListening(server, app, sandbox)

    server.get("/sandbox", async () => sandbox.catalogue)
    server.post<{ Params: { sessionId: string } }>(
      "/sandbox/sessions/:sessionId/pay",
      async ({ params, body }, reply) => {
        const { card, action } = parse(inputs.step, body ?? {})
        const result = action
          ? await sandbox.act(params.sessionId, action)
          : await sandbox.pay(params.sessionId, { card: card ?? "" })
        return result.status === "declined" ? answerDecline(reply, result, notice) : { ...result, notice }
      },
    )

    server.get("/sandbox/faults", async () => ({ faults: sandbox.listFaults(), notice }))
    server.post("/sandbox/faults", async ({ body }) => {
      const plan = parse(inputs.faults, body ?? {})
      if ("seed" in plan) sandbox.planSeeded(plan)
      else sandbox.planFault(plan)
      return { faults: sandbox.listFaults(), notice }
    })
    server.delete("/sandbox/faults", async () => {
      sandbox.clearFaults()
      return { faults: [], notice }
    })
  }
}

/** 402, as card processors answer a decline: the request was valid, the card was not. The session stays open. */
function answerDecline(
  reply: FastifyReply,
  { message, next, code }: Awaited<ReturnType<Sandbox["pay"]>>,
  notice: string,
): FastifyReply {
  const refusal = new ServiceError("invalid_request", message, { status: 402, hint: next })
  return reply.code(402).send({ ...envelopeOf(refusal), declineCode: code, notice })
}

function answerWithNotice(app: App, notice: string) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const error = toServiceError(thrown)
    logRequestFault(app.log, error, request)
    return reply.code(error.status).send({ ...envelopeOf(error), notice })
  }
}

/** Webhooks are sent to this server's own address, so they wait until it listens; tests deliver them by hand. */
function deliverWhileListening(server: FastifyInstance, app: App, sandbox: Sandbox): void {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> | undefined
  const deliver = () => {
    running ??= Promise.try(() => sandbox.deliver())
      .catch((error) => app.log.error({ error: String(error) }, "The sandbox's webhooks cannot be delivered."))
      .finally(() => {
        running = undefined
      })
  }
  server.addHook("onListen", async () => {
    timer = setInterval(deliver, deliverEveryMs).unref()
  })
  server.addHook("onClose", async () => {
    clearInterval(timer)
    await running
  })
}
