import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { inSpan } from "../../server/src/spans/span.ts"
import { endRequestSpan } from "../../server/src/surfaces/transport/door/trace-requests.ts"
import { clientId, loopback, newPkce } from "../../server/test/support/agents/connect.ts"
import { until } from "../../server/test/support/basics/until.ts"
import { listen } from "../../server/test/support/http/listen.ts"
import { tcpProxy } from "../../server/test/support/http/tcp-proxy.ts"
import { type BenchRun, figureOf, type Measured, within } from "../case.ts"
import { fillTables, manyLinks, slugOfLink } from "../loads/fill.ts"
import { openClient, requestBytes, saturate } from "../loads/http.ts"
import { type RunningService, root, startPeer, startService } from "../loads/servers.ts"
import { newPostgres, openStudio, signInMembers, startStudio } from "../loads/studio.ts"
import { inTurns, median, mediansOf, named, timeOf } from "../loads/turns.ts"

export async function measureStartup(run: BenchRun): Promise<Measured> {
  const imports = `import "fastify"; import "kysely"; import "zod"; import "pino"`
  const importsMs = () =>
    timeOf(async () => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", imports], { cwd: `${root}server` })
      if ((await once(child, "exit"))[0] !== 0) throw new Error("The libraries could not be imported.")
    })
  const start = () =>
    within(run, async (run) => {
      const before = await importsMs()
      const service = await startService(run)
      await sleep(run.sizes.restMs)
      return { ratio: service.startMs / ((before + (await importsMs())) / 2), memoryMb: service.memoryMb() }
    })
  await start() // fills Node's compile cache, as the first start on any machine does
  return mediansOf(run.rounds, start)
}

/** From the request of each page to the last byte, on one connection. */
export async function measurePages(run: BenchRun): Promise<Measured> {
  const { service, studio } = await startStudio(run)
  const [member] = await signInMembers(studio, 1)
  const signedIn = { cookie: member?.cookie ?? "" }
  const pages: Record<string, [path: string, headers?: Record<string, string>]> = {
    ...{ home: ["/"], pay: ["/pay/demo"], "sign-in": ["/sign-in"], claim: ["/claim/nobody"] },
    ...{ delivery: [await giveDemo(service)], reference: ["/developers/reference"] },
    ...{ "new workspace": ["/workspaces/new", signedIn], console: ["/studio", signedIn] },
    consent: [await askConsent(service), signedIn],
  }
  const client = await openClient(service.url)
  run.after(() => client.socket.destroy())
  const figures: Record<string, number> = {}
  for (const [name, [path, headers]] of Object.entries(pages)) {
    const page = requestBytes(`${service.url}${path}`, { accept: "text/html", ...headers })
    const turn = async () => {
      const ms = await timeOf(() => client.ask(page))
      const leastMs = await timeOf(() => client.ask(requestBytes(`${service.url}/api/health`)))
      return { ms, ratio: ms / leastMs, more: ms - leastMs }
    }
    await mediansOf(run.rounds, turn) // the compiler is at work
    Object.assign(figures, named(name, await mediansOf(run.rounds, turn)))
  }
  return figures
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

/** A path beside a bare `node:http` server that sends the same bytes and headers. */
export const measurePath = (path: string) => async (run: BenchRun) => besideBare(run, await startService(run), path)

/** The same on few rows, and after tables are filled. */
export const measureFilled = (path: string, fill: (run: BenchRun) => string[]) => async (run: BenchRun) => {
  const { service, studio } = await startStudio(run)
  const few = await besideBare(run, service, path)
  await fillTables(studio, ...fill(run))
  const ratio = figureOf(await besideBare(run, service, path), "ours rate ratio") / figureOf(few, "ours rate ratio")
  return { ratio, slower: 1 / ratio }
}

async function besideBare(run: BenchRun, service: RunningService, path: string): Promise<Measured> {
  const url = `${service.url}${path}`
  await fetch(url, { redirect: "manual" }).then((warm) => warm.arrayBuffer())
  const response = await fetch(url, { redirect: "manual" })
  if (response.status >= 400) throw new Error(`${url} answered ${response.status}`)
  const dropped = new Set(["date", "connection", "keep-alive", "transfer-encoding"])
  const headers = [...response.headers].filter(([name]) => !dropped.has(name))
  const body = Buffer.from(await response.arrayBuffer()).toString("base64")
  const ANSWER = JSON.stringify({ status: response.status, headers, body })
  return within(run, async (run) => {
    const bare = await startPeer(run, "bare", { ANSWER })
    return inTurns(run, { bare: saturate(bare, requestBytes(bare.url)), ours: saturate(service, requestBytes(url)) })
  })
}

/** Redirects of one link and of many, with PostgreSQL at a distance (operations 40). */
export const measureClicks = (delayMs: number) => async (run: BenchRun) => {
  const { links } = run.sizes
  const database = new URL(await newPostgres(run))
  const settings = { SVC_DATABASE_URL: database.href, SVC_SECRET_KEY: "a secret of at least thirty-two characters" }
  await fillTables(await openStudio(run, settings), ...manyLinks(links), "analyze short_links, directory")
  const proxy = await tcpProxy(run, Number(database.port || 5432), delayMs)
  if (delayMs > 0) database.port = String(proxy.port)
  const service = await startService(run, { ...settings, SVC_DATABASE_URL: database.href })
  const ask = (n: number) => requestBytes(`${service.url}/s/${slugOfLink(n)}`)
  return inTurns(run, {
    one: saturate(service, ask(1), 64),
    many: saturate(service, () => ask(1 + Math.floor(Math.random() * links)), 64),
  })
}

/**
 * Processor time of an offer look-up: of the seams while traces are off, with one request of a hundred traced, and with
 * all (operations 23). The first is a product, since it is too small to be seen in the time of a whole request.
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
  const spans = [...exported.matchAll(/"traceId":"(\w+)"/g)].map(([, id]) => id)
  const seams = Math.max(
    ...Map.groupBy(spans, (id) => id)
      .values()
      .map(({ length }) => length),
  )
  const describe = () => ({ name: "seam" })
  const seam = perCall(run.sizes.times, (work) => inSpan(describe, work))
  const request = {} as Parameters<typeof endRequestSpan>[0]
  const end = perCall(run.sizes.times, (work) => {
    work()
    endRequestSpan(request, { endpoint: "getOffer", status: 200 })
  })
  return { ...figures, seams, off: (100 * (seams * seam + end)) / figureOf(figures, "none cpu") }
}

/** The microseconds of processor time that a call takes with its work: the median of several turns. */
function perCall(calls: number, call: (work: () => void) => void): number {
  let sum = 0
  const work = () => {
    sum += 1
  }
  const turns = Array.from({ length: 11 }, () => {
    const before = process.cpuUsage()
    for (let n = 0; n < calls; n += 1) call(work)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / calls
  })
  if (sum !== 11 * calls) throw new Error("The work did not run.")
  return median(turns)
}
