import { setTimeout as sleep } from "node:timers/promises"
import { noteEvent } from "../../server/src/access/note-event.ts"
import { perform, systemContext } from "../../server/src/access/perform.ts"
import { openHooks } from "../../server/src/adapters/hooks/hook-sender.ts"
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
import { type BenchStudio, openStudio } from "../loads/studio.ts"
import { inTurns, median, percentile, rateOf, timeOf } from "../loads/turns.ts"

const receivers = async (run: BenchRun) => (await startPeer(run, "hooks")).url.split(" ")

type Sender = BenchStudio & { readonly urls: readonly string[] }

/** A service in this process that sends as fast as it can to a confirmed endpoint at each address. */
async function openSender(run: BenchRun, urls: readonly string[], totalMs = 15_000): Promise<Sender> {
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
  return { ...studio, app, cx: systemContext(app), urls }
}

/** Deliveries to ten endpoints, in turns with bare posts of as many at once to the same receivers. */
export async function measureSending(run: BenchRun): Promise<Measured> {
  const { events } = run.sizes
  const sender = await openSender(run, await receivers(run))
  return inTurns(run, {
    bare: () => barePosts(sender, 10 * events),
    ours: async () => {
      await storeEvents(sender, events)
      return drain(sender, events * sender.urls.length)
    },
  })
}

async function barePosts({ app: { hooks }, urls }: Sender, count: number): Promise<Measured> {
  const body = JSON.stringify({ type: "link.created", data: { text: "x".repeat(600) } })
  const headers = { "content-type": "application/json", "webhook-signature": "x".repeat(150) }
  let left = count
  const post = async (url: string) => {
    while (left-- > 0) await hooks.post({ url, body, headers })
  }
  const posters = urls.flatMap((url) => Array.from({ length: hooks.mostAtOnce }, () => url))
  return { rate: (count / (await timeOf(() => Promise.all(posters.map(post))))) * 1_000 }
}

/** Stores events as so many transactions would, each of its own subject. */
const storeEvents = (sender: Sender, count: number) =>
  fillTables(
    sender,
    `${numbersTo(count)} insert into events (id, workspace_id, seq, nth, type, subject, data, occurred_at)
      select 'evt_' || (seq + i), workspace_id, seq + i, 0, 'link.created', 's' || (seq + i),
        '{"text":"${"x".repeat(400)}"}', ${sender.app.now()} from n, workspace_clocks`,
    `update workspace_clocks set seq = seq + ${count}`,
  )

/** Sends `count` deliveries of stored events; returns how many a second. */
async function drain({ app, cx, workspaceId }: Sender, count: number) {
  const attempts = app.database.read.selectFrom("webhook_attempts").where("began_at", ">=", app.now())
  const made = attempts.select((row) => row.fn.countAll().as("count"))
  const worker = openWorker(app, jobs)
  const took = await timeOf(async () => {
    await fanOutEvents(cx, { workspaceId })
    await until(async () => Number((await made.executeTakeFirstOrThrow()).count) >= count)
  })
  await worker.drain()
  return { rate: (count / took) * 1_000 }
}

/** The rate with many events waiting, and with few. */
export async function measureBacklog(run: BenchRun): Promise<Measured> {
  const urls = await receivers(run)
  const rateWith = (count: number) =>
    within(run, async (run) => {
      const sender = await openSender(run, urls)
      await storeEvents(sender, count)
      await drain(sender, run.sizes.times / 4)
      return (await drain(sender, run.sizes.times)).rate
    })
  const few = await rateWith(Math.min(10_000, run.sizes.events))
  return { ratio: (await rateWith(run.sizes.events)) / few }
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

/** A link made without a note of it, with one that no endpoint wants, and with one that is stored. */
export async function measureNotes(run: BenchRun): Promise<Measured> {
  const sender = await openSender(run, (await receivers(run)).slice(0, 1))
  const make = (action: typeof createLink, wanted: string) => async (ms: number) => {
    await fillTables(sender, `update workspace_clocks set wanted = ${wanted}`)
    return rateOf(ms, 32, () => perform(sender, action, { destination: "https://example.com/" }))
  }
  const [without, unheard, heard] = [make(silentLink, "null"), make(createLink, "null"), make(createLink, "'*'")]
  return inTurns(run, { without, unheard, heard })
}

/** Shorter than the service waits, so that the endpoint that hangs costs more tries. */
const hangMs = 3_000
const warmUpEvents = 10
const pauseMs = 100

/** From the commit to the first try, with ten endpoints that respond, and with one of ten that hangs, in turns. */
export async function measureDelays(run: BenchRun): Promise<Measured> {
  const [first, ...others] = await receivers(run)
  const [healthy, hanging]: [number[], number[]] = [[], []]
  for (let round = 0; round < run.rounds; round += 1) {
    healthy.push(...(await delaysOf(run, [`${first}`, ...others])))
    hanging.push(...(await delaysOf(run, [...others, `${first}/hang`], hangMs)))
  }
  const p99 = percentile(healthy, 0.99)
  return { median: median(healthy), p99, hanging: percentile(hanging, 0.99) / p99 }
}

/** The delays of the endpoints that respond, in milliseconds. */
const delaysOf = (run: BenchRun, urls: readonly string[], totalMs?: number) =>
  within(run, async (run) => {
    const { app, cx, workspaceId } = await openSender(run, urls, totalMs)
    const worker = openWorker(app, jobs)
    const stop = hearEvents(cx)
    let since = 0
    for (let n = 0; n < warmUpEvents + run.sizes.events; n += 1) {
      if (n === warmUpEvents) since = app.now()
      const data = () => ({ message: "Hello." })
      const event = { workspaceId, type: webhookEvents.test, subject: `subject_${n}`, data }
      await cx.atomically(async (inside) => noteEvent(inside, event))
      await sleep(pauseMs)
    }
    await sleep(5 * pauseMs)
    const attempts = await app.database.read
      .selectFrom("webhook_attempts")
      .innerJoin("events", "events.id", "webhook_attempts.event_id")
      .select(["began_at", "occurred_at"])
      .where("status", "=", 200)
      .where("occurred_at", ">=", since)
      .execute()
    stop()
    await worker.drain()
    return attempts.map(({ began_at, occurred_at }) => began_at - occurred_at)
  })
