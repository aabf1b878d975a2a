import type { FastifyReply, FastifyRequest } from "fastify"
import { anonymous, type Caller } from "#access/context.ts"
import { parse } from "#access/parse.ts"
import { perform } from "#access/perform.ts"
import { ServiceError } from "#kernel/error.ts"
import { isFramed } from "../transport/buyer-cookie.ts"
import { endOfTurn } from "../transport/end-of-turn.ts"
import { envelopeOf } from "../transport/error-envelope.ts"
import { type RunResult, runOnce } from "../transport/idempotency/idempotency.ts"
import { callerOf } from "../transport/session-cookie.ts"
import type { Transport } from "../transport/transport.ts"
import type { Admitted } from "./admit.ts"
import type { Endpoint } from "./endpoint.ts"
import { openExchange, writeProofs } from "./exchange.ts"
import { inputReader } from "./input.ts"

interface Running {
  readonly transport: Transport
  readonly endpoint: Endpoint
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly admitted: Admitted
  readonly caller: Caller
  readonly input: Record<string, unknown>
}

/** The last steps of a request: input, version, idempotency, action, response. */
export function answerJson(transport: Transport, endpoint: Endpoint) {
  const readInput = inputReader(endpoint)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const admitted = request.admitted as Admitted
    const input = admitted.version.up(endpoint.id, readInput(request))
    const caller = isFramed(request) ? anonymous : await callerOf(transport.app, request)
    const running = { transport, endpoint, request, reply, admitted, caller, input }
    const isKeyed = admitted.idempotencyKey !== undefined
    const { status, body } = isKeyed ? await runKeyed(running) : (await run(running, undefined)).answer
    reply.code(status)
    reply.header("content-type", "application/json; charset=utf-8")
    reply.header("cache-control", endpoint.cacheControl)
    await endOfTurn()
    return body
  }
}

async function runKeyed(running: Running): Promise<RunResult["answer"]> {
  const { transport, endpoint, request, reply, admitted, caller, input } = running
  const keyed = {
    endpointId: endpoint.id,
    pathParameters: request.params,
    principal: caller.kind === "anonymous" ? caller.kind : caller.accountId,
    key: admitted.idempotencyKey ?? "",
    versionDate: admitted.version.date,
    input: parse(endpoint.action.input, input),
  }
  const { isReplayed, ...answer } = await runOnce(transport.app, keyed, (requestKey) => run(running, requestKey))
  if (!isReplayed) return answer
  reply.header("idempotent-replayed", "true")
  writeProofs(transport, { request, reply, keptProofs: answer.keptProofs ?? [] })
  return answer
}

/** Performs the action. Returns a refusal that a retry would get again as the stored answer; throws any other error. */
async function run(running: Running, requestKey: string | undefined): Promise<RunResult> {
  const { transport, endpoint, request, reply, admitted, caller, input } = running
  const exchange = openExchange(transport, request, requestKey)
  try {
    const output = (await perform(
      { app: transport.app, caller, exchange, name: endpoint.id },
      endpoint.action,
      input,
    )) as Record<string, unknown>
    const { keptProofs } = exchange
    writeProofs(transport, { request, reply, keptProofs })
    const body = JSON.stringify(admitted.version.down(endpoint.id, output))
    return { answer: { status: 200, body, keptProofs }, isFinal: exchange.isStorable }
  } catch (error) {
    if (!isFinalRefusal(error)) throw error
    if (error.status === 404 && endpoint.countsMisses)
      await transport.rateLimit.countMiss(admitted.network, guessIn(input))
    return { answer: { status: error.status, body: JSON.stringify(envelopeOf(error)) }, isFinal: exchange.isStorable }
  }
}

/** The same for all who mistype one key or code, whatever their addresses are. */
function guessIn({ buyerEmail: _, ...guess }: Record<string, unknown>): string {
  return JSON.stringify(guess)
}

/** Whether a retry would get the same refusal: not found, or a conflict that does not suggest a retry. */
function isFinalRefusal(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError) || error.retryAfterSeconds !== undefined) return false
  return error.status === 404 || error.status === 409
}
