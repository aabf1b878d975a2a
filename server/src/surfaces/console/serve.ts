import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify"
import type { Caller } from "#access/context.ts"
import { silentExchange } from "#access/exchange.ts"
import { perform } from "#access/perform.ts"
import type { ChangeNumbers } from "#changes/change-store.ts"
import { invalidInput, type ServiceError } from "#kernel/error.ts"
import { consoleCaller, requireFormToken } from "../transport/console-caller.ts"
import { consoleDoor, requireOwnOrigin } from "../transport/console-door.ts"
import { answerWithEnvelope, envelopeOf } from "../transport/error-envelope.ts"
import { runOnce } from "../transport/idempotency/idempotency.ts"
import { readIdempotencyKey } from "../transport/idempotency/idempotency-key.ts"
import { maxBodyBytes, parseJson, readJson } from "../transport/json-body.ts"
import type { Transport } from "../transport/transport.ts"
import { consoleActions } from "./console-actions.ts"
import { actionOf, type ConsoleRow } from "./console-row.ts"
import { ofOlderPage, refuseUnknownFields } from "./refuse-unknown-fields.ts"

/** The routes of the console as a Fastify plugin. Only its pages may call them. */
export function consoleSurface(transport: Transport): FastifyPluginAsync {
  return async (server) => {
    server.removeAllContentTypeParsers()
    server.addContentTypeParser("application/json", { parseAs: "buffer", bodyLimit: maxBodyBytes }, readJson)
    server.setErrorHandler(answerWithEnvelope(transport.app.log, withField))
    const rows = Object.entries(consoleActions).map(([name, row]): Row => ({ name, ...row }))
    const kinds = Object.groupBy(rows, ({ name, method, maxBodyBytes }) => (maxBodyBytes ? name : method))
    for (const alike of Object.values(kinds)) if (alike) addRoute(server, transport, alike)
  }
}

type Row = ConsoleRow & { name: string }

/** Adds one route for all actions with the same method and limit, since a route of its own for each slows the start. */
function addRoute(server: FastifyInstance, transport: Transport, rows: readonly Row[]): void {
  const { app, findNetwork } = transport
  const named = new Map(rows.map((row) => [row.name, row]))
  const [{ name, method, maxBodyBytes: bodyLimit }] = rows as [Row]
  const rowOf = (params: unknown) => named.get((params as { action?: string }).action ?? name) as Row
  server.route({
    method,
    url: rows.length === 1 ? `/console/${name}` : `/console/:action(^(?:${[...named.keys()].join("|")})$)`,
    ...(bodyLimit !== undefined && { bodyLimit }),
    config: { endpointId: ({ params }) => `/console/${rowOf(params).name}` },
    onRequest: consoleDoor(transport),
    handler: async (request, reply) => {
      const row = rowOf(request.params)
      const caller = await consoleCaller(transport, request)
      reply.type("application/json; charset=utf-8")
      if (row.method === "POST") return change(transport, row, { request, reply, caller })
      const exchange = { ...silentExchange, network: findNetwork(request.raw) }
      return JSON.stringify(
        await perform({ app, caller, exchange, name: row.name }, await exactActionOf(row), readInput(request)),
      )
    },
  })
}

const exactActionOf = async (row: ConsoleRow) => refuseUnknownFields(await actionOf(row))

/** Performs a change. Requires the session's form token. Each idempotency key runs once. */
async function change(
  { app, versions, findNetwork }: Transport,
  { name, ...row }: Row,
  { request, reply, caller }: { request: FastifyRequest; reply: FastifyReply; caller: Caller },
): Promise<string> {
  const hasNoForm = row.isOfWorker && request.headers["svc-form-token"] === undefined
  if (hasNoForm) requireOwnOrigin(app, request)
  else requireFormToken(app, request, caller)
  const key = readIdempotencyKey(request.headers["idempotency-key"])
  if (key === undefined || caller.kind !== "person") throw needsKey()
  const keyed = {
    endpointId: `console/${name}`,
    pathParameters: caller.workspaceSlug ?? null,
    principal: caller.accountId,
    key,
    versionDate: versions.oldestAt(app.now()).date,
    input: request.body ?? {},
  }
  const numbers: string[] = []
  const changed = ({ first, last }: ChangeNumbers) => void numbers.push(`${first}-${last}`)
  const { body, isReplayed } = await runOnce(app, keyed, async (requestKey) => {
    const exchange = { ...silentExchange, network: findNetwork(request.raw), requestKey, changed }
    const output = await perform({ app, caller, exchange, name }, await exactActionOf(row), request.body ?? {})
    return { answer: { status: 200, body: JSON.stringify(output) }, isFinal: true }
  })
  if (isReplayed) reply.header("idempotent-replayed", "true")
  // The page does not react to these changes when the live stream reports them, since it made them itself.
  if (numbers.length > 0) reply.header("svc-changes", numbers.join(","))
  return body
}

/** The envelope, with the refused field and the role that the call needs, or with a word that the page is too old. */
function withField(error: ServiceError): object {
  const { field, neededRole } = error
  const older = ofOlderPage(error)
  return { error: { ...envelopeOf(error).error, field, neededRole, ...(older && { ...older, isOutdated: true }) } }
}

/** The input of a read: JSON in one parameter, so that the schema sees numbers and booleans as they are. */
function readInput(request: FastifyRequest): unknown {
  const { input } = request.query as { input?: string }
  return input === undefined ? {} : parseJson(Buffer.from(input), "parameter `input`")
}

const needsKey = () =>
  invalidInput("The header `Idempotency-Key` is missing.", "Send a random UUID for each thing that is done.")
