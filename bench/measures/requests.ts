import { execFileSync } from "node:child_process"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { inSpan } from "../../server/src/spans/span.ts"
import { endRequestSpan } from "../../server/src/surfaces/transport/door/trace-requests.ts"
import { clientId, loopback, newPkce } from "../../server/test/support/agents/connect.ts"
import { until } from "../../server/test/support/basics/until.ts"
import { listen } from "../../server/test/support/http/listen.ts"
import { tcpProxy } from "../../server/test/support/http/tcp-proxy.ts"
import { worldSecret } from "../../server/test/support/worlds/world.ts"
import { type BenchRun, figureOf, type Measured, within } from "../case.ts"
import { fillTables, manyLinks, manyOffers, slugOfLink } from "../loads/fill.ts"
import { openClient, requestBytes, saturate } from "../loads/http.ts"
import { type RunningService, root, startPeer, startService } from "../loads/servers.ts"
import { newMembers, newPostgres, openStudio, startStudio } from "../loads/studio.ts"
import { eachNamed, inTurns, mediansOf, thisProcess, timeOf, withCpu } from "../loads/turns.ts"

export async function measureStartup(run: BenchRun): Promise<Measured> {
  const imports = `import "fastify"; import "kysely"; import "zod"; import "pino"`
  const bare = ["--input-type=module", "-e", imports]
  const importsMs = () => timeOf(async () => execFileSync(process.execPath, bare, { cwd: `${root}server` }))
  const start = () =>
    within(run, async (run) => {
      const before = await importsMs()
      const service = await startService(run)
      await sleep(run.sizes.restMs)
      return { ratio: service.startMs / ((before + (await importsMs())) / 2), memoryMb: service.memoryMb() }
    })
  return mediansOf(run.rounds, start, 1) // the first start on any machine fills Node's compile cache
}

export async function measurePages(run: BenchRun): Promise<Measured> {
  const { service, studio } = await startStudio(run)
  const signedIn = { cookie: (await newMembers(studio, 1))[0]?.cookie ?? "" }
  const pages: Record<string, [path: string, headers?: Record<string, string>]> = {
    ...{ home: ["/"], pay: ["/pay/demo"], "sign-in": ["/sign-in"], claim: ["/claim/nobody"] },
    ...{ delivery: [await giveDemo(service)], reference: ["/developers/reference"] },
    ...{ "new workspace": ["/workspaces/new", signedIn], "console, with its first data": ["/studio", signedIn] },
    consent: [await askConsent(service), signedIn],
  }
  const client = await openClient(service.url)
  run.after(() => client.socket.destroy())
  return eachNamed(pages, async ([path, headers]) => {
    const page = requestBytes(`${service.url}${path}`, { accept: "text/html", ...headers })
    const turn = async () => {
      const ms = await timeOf(() => client.ask(page))
      const leastMs = await timeOf(() => client.ask(requestBytes(`${service.url}/api/health`)))
      return { ms, ratio: ms / leastMs, more: ms - leastMs }
    }
    return mediansOf(run.rounds, turn, run.rounds)
  })
}

/** Gives the demo's offer away by a gift code; returns the path of the delivery. */
export async function giveDemo({ url }: RunningService): Promise<string> {
  const body = JSON.stringify({ code: "GIFT-FULL", buyerEmail: "bo@example.com" })
  const headers = { "content-type": "application/json" }
  const answer = await fetch(`${url}/api/pay/demo/gift`, { method: "POST", headers, body })
  return new URL(((await answer.json()) as { deliveryUrl: string }).deliveryUrl).pathname
}

/** Requests consent for an app; returns the path of the consent page. */
async function askConsent({ url }: RunningService): Promise<string> {
  const asking = new URLSearchParams({
    ...{ response_type: "code", client_id: clientId, redirect_uri: loopback, state: "a state" },
    ...{ scope: "links:read links:write", code_challenge: newPkce().codeChallenge, code_challenge_method: "S256" },
  })
  const answer = await fetch(`${url}/oauth/authorize?${asking}`, { redirect: "manual" })
  return new URL(String(answer.headers.get("location")), url).pathname
}

const inDatabase = { "check-slug": "/api/onboard/check-slug?slug=my-studio", "offer lookup": "/api/pay/demo" }
const paths = { ...inDatabase, "og from cache": "/api/og?title=Hello&description=From+the+cache" }

export async function measurePaths(run: BenchRun): Promise<Measured> {
  const service = await startService(run)
  return eachNamed(paths, (path) => besideBare(run, service, path))
}

export async function measureMillion(run: BenchRun): Promise<Measured> {
  const { service, studio } = await startStudio(run)
  const compare = () => eachNamed(inDatabase, (path) => besideBare(run, service, path))
  const { shareOf } = await asRowsGrow(compare, () => fillTables(studio, ...manyOffers(run.sizes.rows)))
  return { slug: 1 / shareOf("check-slug"), offer: 1 / shareOf("offer lookup") }
}

/** Compares with few rows, and with many. `shareOf` a load is its rate divided by the bare load's rate. */
export async function asRowsGrow(compare: () => Promise<Measured>, fill: () => Promise<void>) {
  const few = await compare()
  await fill()
  const many = await compare()
  const rateOf = (figures: Measured, name: string) => figureOf(figures, `${name} ours rate ratio`)
  return { few, shareOf: (name: string) => rateOf(many, name) / rateOf(few, name) }
}

/** A path beside a bare `node:http` server that sends the same bytes and headers. */
export const besideBare = (run: BenchRun, service: RunningService, path: string): Promise<Measured> =>
  within(run, async (run) => {
    const url = `${service.url}${path}`
    const bare = await startPeer(run, "bare", { RECORDED: url })
    return inTurns(run, { bare: saturate(bare, requestBytes(bare.url)), ours: saturate(service, requestBytes(url)) })
  })

/** Redirects beside PostgreSQL and at a distance. */
export async function measureClicks(run: BenchRun): Promise<Measured> {
  const { links } = run.sizes
  const database = new URL(await newPostgres(run))
  const settings = () => ({ SVC_DATABASE_URL: database.href, SVC_SECRET_KEY: worldSecret })
  const studio = await openStudio(run, settings())
  await fillTables(studio, ...manyLinks(links), "analyze short_links, directory")
  const far = await tcpProxy(run, Number(database.port || 5432), 2) // milliseconds, in each direction
  return eachNamed({ near: database.port, far: String(far.port) }, async (port) => {
    database.port = port
    const service = await startService(run, settings())
    const ask = (n: number) => requestBytes(`${service.url}/s/${slugOfLink(n)}`)
    const any = () => ask(1 + Math.floor(Math.random() * links))
    return inTurns(run, { one: saturate(service, ask(1), 64), many: saturate(service, any, 64) })
  })
}

/**
 * Processor time of an offer look-up: of the seams while traces are off, with one request of a hundred traced, and with
 * all. The first is a product, since it is too small to be seen in the time of a whole request.
 */
export async function measureTraces(run: BenchRun): Promise<Measured> {
  let exported = ""
  const collector = createServer(async (request, response) => {
    exported = await text(request)
    response.end("{}")
  })
  const url = `http://127.0.0.1:${await listen(run, collector)}/v1/traces`
  const traced = (share: string) => startService(run, { SVC_TRACES_URL: url, SVC_TRACES_SAMPLED: share })
  const lookUp = (service: RunningService) => saturate(service, requestBytes(`${service.url}/api/pay/demo`))
  const [none, some, all] = [lookUp(await startService(run)), lookUp(await traced("1")), lookUp(await traced("100"))]
  const figures = await inTurns(run, { none, some, all })
  await until(async () => exported !== "")
  const spans = Map.groupBy(exported.matchAll(/"traceId":"(\w+)"/g), ([, id]) => id)
  const seams = Math.max(...[...spans.values()].map(({ length }) => length))
  const [describe, request] = [() => ({ name: "seam" }), {} as Parameters<typeof endRequestSpan>[0]]
  let sum = 0
  const work = () => {
    sum += 1
  }
  const seam = await perCall(run.sizes.calls, () => inSpan(describe, work))
  if (sum === 0) throw new Error("The work of the seams did not run.")
  const end = await perCall(run.sizes.calls, () => endRequestSpan(request, { endpoint: "getOffer", status: 200 }))
  return { ...figures, seams, off: (100 * (seams * seam + end)) / figureOf(figures, "none cpu") }
}

/** The microseconds of processor time of a call: the median of several turns. */
async function perCall(calls: number, call: () => void): Promise<number> {
  const turn = async () => {
    for (let n = 0; n < calls; n += 1) call()
    return {}
  }
  return figureOf(await mediansOf(11, () => withCpu(thisProcess, turn)), "cpu") / calls
}
