import { setTimeout as sleep } from "node:timers/promises"
import { anonymous } from "../../server/src/access/context.ts"
import { perform } from "../../server/src/access/perform.ts"
import { startCheckout } from "../../server/src/domains/handover/index.ts"
import { freePort } from "../../server/test/support/http/free-port.ts"
import { tcpProxy } from "../../server/test/support/http/tcp-proxy.ts"
import { offerOnSale } from "../../server/test/support/selling/shop.ts"
import { type BenchRun, type Measured, within } from "../case.ts"
import { openClientPool, requestBytes } from "../loads/http.ts"
import { type RunningService, startPeer, startService } from "../loads/servers.ts"
import { makeDocs, newMembers, newPostgres, newWorkspace, openDocs, openStudio, startStudio } from "../loads/studio.ts"
import { atRate, inParallel, inSequence, inTurns, percentile, withCpu } from "../loads/turns.ts"

// The p99 of one kind of request at a fixed rate, alone and beside other work.

/** Returns a load: requests of a path at a fixed rate. */
const asking = (service: RunningService, path: string, perSecond: number) => async (ms: number) => {
  const [pool, request] = [await openClientPool(service.url), requestBytes(`${service.url}${path}`)]
  const times = await atRate(perSecond, ms, () => pool.ask(request))
  pool.close()
  return { p99: percentile(times, 0.99) }
}

const checkSlug = "/api/onboard/check-slug?slug=my-studio"

export async function measureInterference(run: BenchRun): Promise<Measured> {
  const service = await startService(run)
  const alone = asking(service, checkSlug, 200)
  let drawn = 0
  /** Requests cards four at a time, as social networks would, on sockets that cost this process little. */
  const drawCards = async () => {
    const pool = await openClientPool(service.url, 4)
    const draw = () => pool.ask(requestBytes(`${service.url}/api/og?title=Card+number+${drawn++}`))
    await inParallel(4, () => inSequence(run.sizes.cards / 4, draw))
    pool.close()
  }
  return inTurns(run, { alone, beside: async (ms) => (await Promise.all([alone(ms), drawCards()]))[0] })
}

/** check-slug while a proxy asks for unknown hostnames. */
export async function measureAsks(run: BenchRun): Promise<Measured> {
  const port = String(await freePort())
  const service = await startService(run, { SVC_METRICS_PORT: port })
  const alone = asking(service, checkSlug, 200)
  const beside = (ms: number) =>
    within(run, async (run) => {
      const asker = await startPeer(run, "asker", { ASKED: `http://127.0.0.1:${port}`, ASKS: String(run.sizes.names) })
      const work = async () => ({ ...(await alone(ms)), refused: Number(await asker.ask({})) })
      const { p99, refused, ms: took, cpu } = await withCpu(service, work)
      return { p99, refused: (refused * 1_000) / took, cpu: cpu / refused }
    })
  return inTurns(run, { alone, beside })
}

export async function measureStorm(run: BenchRun): Promise<Measured> {
  const { turnMs, restMs, connections } = run.sizes
  const database = new URL(await newPostgres(run))
  const proxy = await tcpProxy(run, Number(database.port || 5432))
  database.port = String(proxy.port)
  const { service, studio } = await startStudio(run, { SVC_DATABASE_URL: database.href, SVC_MAX_CONNECTIONS: "10000" })
  const lookUp = async () => (await asking(service, "/api/pay/demo", 100)(turnMs)).p99
  await lookUp()
  const alone = await lookUp()
  const socketsOfPerson = 15
  const people = await newMembers(studio, Math.ceil(connections / socketsOfPerson))
  const docs = await makeDocs(studio, Math.ceil(connections / 3))
  await openDocs(run, { service, people }, { docs, count: connections })
  const beside = await lookUp()
  proxy.standStill(true)
  await sleep(restMs)
  proxy.standStill(false)
  await fetch(`${service.url}/api/pay/demo`) // the first request after the pause
  const after = await lookUp()
  return { alone, beside, ratio: beside / alone, after, afterRatio: after / alone, docs: docs.length }
}

export async function measureSales(run: BenchRun): Promise<Measured> {
  const { people: buyers, times: checkouts, turnMs } = run.sizes
  const { app } = await openStudio(run, { SVC_DATABASE_URL: await newPostgres(run) })
  const sell = async (slug: string, stockLimit: number | null) => {
    const { caller: member } = await newWorkspace(app, slug)
    return (await offerOnSale({ app, callers: { member } }, { stockLimit })).shortKey
  }
  const buy = (key: string | null, name: string) =>
    perform({ app, caller: anonymous }, startCheckout, { key, buyerEmail: `${name}@example.com` })
  const own = await sell("own", null)
  const perSecond = (count: number) => (count / turnMs) * 1_000
  const checkOut = async (name: string) =>
    percentile(await atRate(perSecond(checkouts), turnMs, (n) => buy(own, `${name}-${n}`)), 0.99)
  const besideCrowd = async (name: string, stockLimit: number | null) => {
    const hot = await sell(name, stockLimit)
    const arrive = (n: number) => buy(hot, `${name}-crowd-${n}`).catch(() => {}) // sold out, at the end
    return (await Promise.all([checkOut(name), atRate(perSecond(buyers), turnMs, arrive)]))[0]
  }
  await checkOut("warm-up")
  const alone = await checkOut("alone")
  const unlimited = (await besideCrowd("unlimited", null)) / alone
  return { alone, unlimited, limited: (await besideCrowd("limited", 100)) / alone }
}
