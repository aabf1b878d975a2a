import { setTimeout as sleep } from "node:timers/promises"
import { perform, systemContext } from "../../server/src/access/perform.ts"
import { openHooks } from "../../server/src/adapters/hooks/hook-sender.ts"
import { noteEvent } from "../../server/src/changes/note-event.ts"
import { needRoom } from "../../server/src/domains/drive/index.ts"
import { createLink } from "../../server/src/domains/links/index.ts"
import { toLink } from "../../server/src/domains/links/link.ts"
import { draftLink, insertDraft, linkBytesOf } from "../../server/src/domains/links/new-link.ts"
import { fanOutEvents, hearEvents, makeEndpoint } from "../../server/src/domains/webhooks/index.ts"
import { webhookEvents } from "../../server/src/domains/webhooks/webhook-events.ts"
import { jobs } from "../../server/src/engines/jobs/jobs.ts"
import { openWorker } from "../../server/src/engines/jobs/worker.ts"
import { until } from "../../server/test/support/basics/until.ts"
import { type BenchRun, type Measured, within } from "../case.ts"
import { fillTables, numbersTo } from "../loads/fill.ts"
import { startPeer } from "../loads/servers.ts"
import { type BenchStudio, countRows, openStudio, queryRows } from "../loads/studio.ts"
import { inSequence, inTurns, median, named, percentile, rateOf, timeOf } from "../loads/turns.ts"

export async function measureHooks(run: BenchRun): Promise<Measured> {
  const urls = (await startPeer(run, "hooks")).url.split(" ")
  return {
    // The first: later, the garbage of the other measures would be collected during these few milliseconds.
    ...(await measureDelays(run, urls)),
    ...named("sent", await measureSending({ ...run, rounds: run.rounds * 3 }, urls)),
    ...named("noted", await measureNotes({ ...run, rounds: run.rounds * 8 }, urls.slice(0, 1))),
    backlog: await measureBacklog(run, urls),
  }
}

/** A service in this process that sends as fast as it can to a confirmed endpoint at each address. */
async function openSender(run: BenchRun, urls: readonly string[], totalMs = 15_000): Promise<BenchStudio> {
  const studio = await openStudio(run, { SVC_WEBHOOKS: "loopback" })
  const options = { now: studio.app.now, isAllowed: () => true, mostPerSecond: Number.POSITIVE_INFINITY, totalMs }
  const app = { ...studio.app, hooks: openHooks({ hosts: "any", ...options }) }
  run.after(() => app.hooks.close())
  for (const url of urls) await perform({ app, caller: studio.caller }, makeEndpoint, { url, types: ["*"] })
  await fillTables(
    studio,
    "update webhook_endpoints set confirmed_at = 1, since = (select seq from workspace_clocks)",
    "update workspace_clocks set wanted = '*'",
  )
  return { ...studio, app, cx: systemContext(app) }
}

async function measureSending(run: BenchRun, urls: readonly string[]): Promise<Measured> {
  const count = run.sizes.events * urls.length
  const sender = await openSender(run, urls)
  const { hooks } = sender.app
  const body = JSON.stringify({ type: "link.created", data: { text: "x".repeat(600) } })
  const headers = { "content-type": "application/json", "webhook-signature": "x".repeat(150) }
  const posters = urls.flatMap((url) => Array<string>(hooks.mostAtOnce).fill(url))
  const post = (url: string) => inSequence(count / posters.length, () => hooks.post({ url, body, headers }))
  return inTurns(run, {
    bare: async () => ({ rate: (count * 1_000) / (await timeOf(() => Promise.all(posters.map(post)))) }),
    ours: async () => {
      await storeEvents(sender, run.sizes.events)
      return drain(sender, count)
    },
  })
}

/** Stores events as so many transactions would, each of its own subject. */
const storeEvents = (sender: BenchStudio, count: number) =>
  fillTables(
    sender,
    `${numbersTo(count)} insert into events (id, workspace_id, seq, nth, type, subject, data, occurred_at)
      select 'evt_' || (seq + i), workspace_id, seq + i, 0, 'link.created', 's' || (seq + i),
        '{"text":"${"x".repeat(400)}"}', ${sender.app.now()} from n, workspace_clocks`,
    `update workspace_clocks set seq = seq + ${count}`,
  )

/** Sends `count` deliveries of stored events; returns how many a second. */
async function drain(sender: BenchStudio, count: number) {
  const { app, cx, workspaceId } = sender
  const attempts = `webhook_attempts where began_at >= ${app.now()}`
  const worker = openWorker(app, jobs)
  const took = await timeOf(async () => {
    await fanOutEvents(cx, { workspaceId })
    await until(async () => (await countRows(sender, attempts)) >= count)
  })
  await worker.drain()
  return { rate: (count / took) * 1_000 }
}

async function measureBacklog(run: BenchRun, urls: readonly string[]): Promise<number> {
  const { rows, events } = run.sizes
  const rateWith = (count: number) =>
    within(run, async (run) => {
      const sender = await openSender(run, urls)
      await storeEvents(sender, count)
      await drain(sender, 5 * events)
      return (await drain(sender, 20 * events)).rate
    })
  const few = await rateWith(Math.min(10_000, rows))
  return (await rateWith(rows)) / few
}

/** Makes a link without a note of it. */
const silentLink: typeof createLink = {
  ...createLink,
  run: async (cx, sent) => {
    const draft = await draftLink(cx, sent)
    const { admission } = cx
    return cx.atomically(async (inside) => {
      await needRoom(inside, { admission, bytes: linkBytesOf(draft) })
      return toLink(cx, await insertDraft(inside, draft))
    })
  },
}

async function measureNotes(run: BenchRun, urls: readonly string[]): Promise<Measured> {
  const sender = await openSender(run, urls)
  const make = (action: typeof createLink, wanted: string) => async (ms: number) => {
    await fillTables(sender, `update workspace_clocks set wanted = ${wanted}`)
    return rateOf(ms, 32, () => perform(sender, action, { destination: "https://example.com/" }))
  }
  const [without, unheard, heard] = [make(silentLink, "null"), make(createLink, "null"), make(createLink, "'*'")]
  return inTurns(run, { without, unheard, heard })
}

const warmUpEvents = 10
const pauseMs = 100

async function measureDelays(run: BenchRun, [first, ...others]: readonly string[]): Promise<Measured> {
  const hangMs = 3_000 // shorter than the service waits, so that the endpoint that hangs costs more tries
  const rounds = await inSequence(run.rounds, async () => ({
    healthy: await delaysOf(run, [`${first}`, ...others]),
    hanging: await delaysOf(run, [...others, `${first}/hang`], hangMs),
  }))
  const [healthy, hanging] = [rounds.flatMap((its) => its.healthy), rounds.flatMap((its) => its.hanging)]
  const p99 = percentile(healthy, 0.99)
  return { median: median(healthy), p99, hanging: percentile(hanging, 0.99) / p99 }
}

/** Measures the delays of the endpoints that respond, in milliseconds. */
const delaysOf = (run: BenchRun, urls: readonly string[], totalMs?: number) =>
  within(run, async (run) => {
    const sender = await openSender(run, urls, totalMs)
    const { app, cx, workspaceId } = sender
    const worker = openWorker(app, jobs)
    const stop = hearEvents(cx)
    const note = async (n: number) => {
      const event = { workspaceId, type: webhookEvents.test, subject: `s${n}`, data: () => ({ message: "Hello." }) }
      await cx.atomically(async (inside) => noteEvent(inside, event))
      await sleep(pauseMs)
    }
    await inSequence(warmUpEvents, note)
    const since = app.now()
    await inSequence(run.sizes.times, (n) => note(warmUpEvents + n))
    await sleep(5 * pauseMs)
    const received = `events.id = event_id where status = 200 and occurred_at >= ${since}`
    const delays = `select began_at - occurred_at delay from webhook_attempts join events on ${received}`
    const attempts = await queryRows<{ delay: number }>(sender, delays)
    stop()
    await worker.drain()
    return attempts.map(({ delay }) => delay)
  })
