import { perform } from "#access/perform.ts"
import { getPaymentForm, returnedSession } from "#domains/handover/index.ts"
import type { HttpCall } from "../../transport/http-call.ts"
import type { PageParts } from "../send.ts"
import { visitOf } from "../visit.ts"

/** Sends the parameters of a session's payment form. Only the pay page needs it, so it is not in the REST API. */
export async function sendPaymentForm(parts: PageParts, call: HttpCall): Promise<unknown> {
  const { app, caller, params, query } = await visitOf(parts, undefined, call)
  const form = await perform({ app, caller }, getPaymentForm, {
    key: params.key,
    sessionId: query[returnedSession] ?? "",
  })
  return call.reply.header("cache-control", "no-store").send(form)
}
