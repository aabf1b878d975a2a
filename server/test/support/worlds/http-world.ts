import assert from "node:assert/strict"
import type { AddressInfo } from "node:net"
import type { TestContext } from "node:test"
import type { FastifyInstance } from "fastify"
import type { App } from "#access/perform.ts"
import { readSettings } from "#config/settings.ts"
import type { RequestLog } from "#kernel/log.ts"
import { openHttp } from "#surfaces/http.ts"
import { endpoints } from "#surfaces/rest/endpoints.ts"
import { openApiDocument } from "#surfaces/rest/openapi/document.ts"
import type { Observe } from "#surfaces/transport/request-log.ts"
import type { Version } from "#surfaces/transport/version.ts"
import type { DatabaseKind } from "../databases/test-databases.ts"
import { dispatch } from "../http/dispatch.ts"
import { type CheckResponse, openApiChecker } from "../http/openapi-check.ts"
import { offerOnSale } from "../selling/shop.ts"
import { type Till, tillOf } from "../selling/till.ts"
import { silentLog, type World, world } from "./world.ts"

export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  /** The body as JSON; undefined for another body. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects by asserting it.
  body: any
  bytes: Buffer
}

type Headers = Record<string, string>

export interface HttpWorld extends World {
  server: FastifyInstance
  ask(
    method: string,
    path: string,
    sent?: { headers?: Headers; payload?: string | Buffer | undefined },
  ): Promise<HttpAnswer>
  get(path: string, headers?: Headers): Promise<HttpAnswer>
  post(path: string, body?: unknown, headers?: Headers): Promise<HttpAnswer>
}

export interface HttpOptions {
  kind?: DatabaseKind
  /** Settings by variable. */
  settings?: Record<string, string>
  dnsServers?: string[]
  /** A migrated database to open instead of a new one. */
  databaseUrl?: string
  /** Replaces parts of the service, to make a dependency fail. */
  change?: (app: App) => App
  log?: RequestLog
  versions?: readonly Version[]
  observe?: Observe
}

/**
 * A whole service with its HTTP surfaces, called without a socket. Every response of the API is checked against
 * `openapi.json`, and must have the headers of every response.
 */
export async function httpWorld(t: TestContext, options: HttpOptions = {}): Promise<HttpWorld> {
  const { kind, dnsServers = [], change = (app) => app, log = silentLog, versions, observe } = options
  const base = await world(t, kind, { dnsServers, ...(options.databaseUrl && { databaseUrl: options.databaseUrl }) })
  const settings = readSettings(options.settings ?? {})
  const parts = {
    app: change({ ...base.app, log, limits: settings.limits }),
    settings,
    log,
    ...(observe && { observe }),
  }
  const server = await openHttp(versions ? { ...parts, versions } : parts)
  t.after(() => server.close())
  const ask = asker(server, versions ? () => {} : check)
  return {
    ...base,
    server,
    ask,
    get: (path, headers = {}) => ask("GET", path, { headers }),
    post: (path, body, headers = {}) =>
      ask("POST", path, {
        headers: { "content-type": "application/json", ...headers },
        payload: JSON.stringify(body),
      }),
  }
}

export type HttpTill = HttpWorld & Till & { pay: string }

/** A whole service with an offer on sale. `pay` is the beginning of its addresses. */
export async function httpTill(
  t: TestContext,
  options: HttpOptions = {},
  offerChanges: object = {},
): Promise<HttpTill> {
  const http = await httpWorld(t, options)
  const sold = await offerOnSale(http, offerChanges)
  const key = sold.shortKey ?? ""
  return { ...http, ...tillOf(http, { id: sold.id, key }), pay: `/api/pay/${key}` }
}

export const about = { baseUrl: "https://api.atelier.social", brandName: "Atelier", versionDates: ["2026-08-24"] }
export const testedDocument = openApiDocument(endpoints, about)
const check = openApiChecker(testedDocument)

function asker(server: FastifyInstance, check: CheckResponse): HttpWorld["ask"] {
  return async (method, path, { headers = {}, payload } = {}) => {
    const request = { method: method as "GET", url: path, headers, ...(payload === undefined ? {} : { payload }) }
    const answer = await dispatch(server, request)
    const isPacked = answer.headers["content-encoding"] !== undefined
    const isJson = !isPacked && /^application\/([\w.]+\+)?json\b/.test(String(answer.headers["content-type"]))
    const seen = {
      status: answer.statusCode,
      headers: answer.headers as Headers,
      body: isJson && method !== "HEAD" && answer.payload !== "" ? answer.json() : undefined,
      bytes: answer.rawPayload,
    }
    check({ method, path, ...seen })
    if (path.startsWith("/api/") && !path.startsWith("/api/health")) assertEveryHeader(seen)
    return seen
  }
}

/** Asserts the headers that every response of the API has, for any status. */
export function assertEveryHeader({ headers, status }: Pick<HttpAnswer, "headers" | "status">): void {
  for (const name of ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"]) {
    assert.match(headers[name] ?? "", /^\d+$/, `${name} on ${status}`)
  }
  assert.match(headers["svc-version"] ?? "", /^\d{4}-\d\d-\d\d$/)
  assert.equal(headers.vary, "SVC-Version")
  assert.equal(headers["x-content-type-options"], "nosniff")
  assert.equal(headers["access-control-allow-origin"], "*")
  assert.match(headers["x-request-id"] ?? "", /^[\w.-]{8,64}$/)
  if (status === 429 || status === 503) {
    assert.ok(
      Number(headers["retry-after"]) >= Number(headers["ratelimit-reset"]),
      "Retry-After is not before the reset",
    )
  }
}

/** Makes the server listen on a free port and returns its address. */
export async function listen({ server }: HttpWorld): Promise<{ url: string; port: number }> {
  await server.listen({ host: "127.0.0.1", port: 0 })
  const { port } = server.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port }
}
