import type { FastifyPluginAsync, FastifyRequest } from "fastify"
import { type App, systemContext } from "#access/perform.ts"
import type { PaymentEvent, ProcessorAccount } from "#adapters/payments/port.ts"
import { findPaymentAccount, receivePaymentEvent } from "#domains/handover/index.ts"
import { notFound } from "#kernel/error.ts"
import { answerWithEnvelope } from "../transport/error-envelope.ts"

/** The largest event (a dispute with its evidence) has a few kilobytes. */
const maxBodyBytes = 256 * 1024

/** Checks an event and stores it with a job. If it cannot be stored, the response is no 2xx: the processor retries. */
export function webhooksSurface(app: App): FastifyPluginAsync {
  const cx = systemContext(app)
  return async (server) => {
    server.setErrorHandler(answerWithEnvelope(app.log))
    // The signature is over the bytes, for any content type.
    server.removeAllContentTypeParsers()
    server.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    )
    server.post<{ Params: { account: string } }>(`/webhooks/${app.payments.name}/:account`, async (request) => {
      const processorAccount = await findPaymentAccount(cx, request.params.account)
      if (!processorAccount) throw notFound("There is no such payment account.")
      const event = readEvent(app, processorAccount, request)
      if (event.live !== app.payments.isLive(processorAccount)) {
        app.log.warn(
          { account: processorAccount.id, eventId: event.id, live: event.live },
          "A webhook of the other mode came in.",
        )
        return { received: true, ignored: true }
      }
      await receivePaymentEvent(cx, processorAccount.id, event)
      return { received: true }
    })
  }
}

function readEvent(
  { payments, log }: App,
  processorAccount: ProcessorAccount,
  { body, headers }: FastifyRequest,
): PaymentEvent {
  try {
    return payments.readEvent(processorAccount, Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers)
  } catch (error) {
    log.warn(
      { account: processorAccount.id },
      "A webhook was refused. If they all are, the account's webhook secret is wrong.",
    )
    throw error
  }
}
