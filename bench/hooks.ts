import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import type { Member } from "../server/src/access/caller.ts"
import type { Inside } from "../server/src/access/context.ts"
import { noteEvent } from "../server/src/access/note-event.ts"
import { perform, systemContext } from "../server/src/access/perform.ts"
import { needRoom } from "../server/src/domains/drive/index.ts"
import { createLink } from "../server/src/domains/links/index.ts"
import { toLink } from "../server/src/domains/links/link.ts"
import { draftLink, insertDraft, linkBytesOf } from "../server/src/domains/links/new-link.ts"
import { hearEvents } from "../server/src/domains/webhooks/index.ts"
import { webhookEvents } from "../server/src/domains/webhooks/webhook-events.ts"
import { jobs } from "../server/src/engines/jobs/jobs.ts"
import { openWorker } from "../server/src/engines/jobs/worker.ts"
import { drainHooks, type HooksGround, openHooksGround, storeWaitingEvents } from "./hooks-ground.ts"
import { personCaller } from "./in-process.ts"
import { median, mediansOf, percentile } from "./load.ts"
import type { BenchRow } from "./row.ts"

/** Webhooks against bare posts of the same receiver, and what noting costs a write. */
export async function hooksBench(rounds = 3): Promise<BenchRow[]> {
  const peer = fork(new URL("hooks-peer.ts", import.meta.url))
  const [urls] = (await once(peer, "message")) as [string[]]
  const rows = [
    // What the others leave in memory would be collected within these few milliseconds.
    ...(await delayRows(urls, rounds)),
    ...(await sentRows(urls, rounds)),
    ...(await notedRows(urls, rounds)),
    ...(await backlogRows(urls)),
  ]
  await endOf(peer)
  return rows
}

async function endOf(peer: ChildProcess): Promise<void> {
  const ended = once(peer, "exit")
  peer.kill()
  await ended
}

/** The same posts, without a record, as many at once as ten endpoints get. */
async function barePosts({ app, urls }: HooksGround, count: number): Promise<number> {
  const body = JSON.stringify({ type: "link.created", data: { text: "x".repeat(600) } })
  const headers = { "content-type": "application/json", "webhook-signature": "x".repeat(150) }
  const began = performance.now()
  let left = count
  const poster = async (url: string) => {
    while (left-- > 0) await app.hooks.post({ url, body, headers })
  }
  await Promise.all(urls.flatMap((url) => Array.from({ length: app.hooks.mostAtOnce }, () => poster(url))))
  return (count / (performance.now() - began)) * 1_000
}

async function sentRows(urls: readonly string[], rounds: number): Promise<BenchRow[]> {
  const ground = await openHooksGround(urls)
  const turn = async () => {
    const bare = await barePosts(ground, 4_000)
    await storeWaitingEvents(ground, 400)
    const perSecond = await drainHooks(ground, 400 * urls.length)
    return { perSecond, ratio: perSecond / bare }
  }
  await turn()
  const { ratio, perSecond } = await mediansOf(rounds * 3, turn)
  await ground.app.close()
  return [
    { name: "webhooks sent and recorded, ten endpoints", value: ratio, unit: "of bare posts", atLeast: 0.5 },
    { name: "webhooks sent and recorded, ten endpoints", value: perSecond, unit: "/s" },
  ]
}

/** Makes a link without a note of it. */
const silent: typeof createLink = {
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
async function notedRows(urls: readonly string[], rounds: number): Promise<BenchRow[]> {
  const ground = await openHooksGround(urls.slice(0, 1))
  const { app, member } = ground
  const caller = personCaller(member)
  const input = { destination: "https://example.com/" }
  const want = (wanted: string | null) =>
    app.database.transaction((db) => db.updateTable("workspace_clocks").set({ wanted }).execute())
  const linksOf = async (action: typeof createLink, wanted: string | null) => {
    await want(wanted)
    return linksASecond(() => perform({ app, caller }, action, input))
  }
  await linksOf(createLink, "*")
  const { unheard, heard } = await mediansOf(rounds * 8, async (round) => {
    const rate = { without: 0, unheard: 0, heard: 0 }
    const turns = [
      async () => {
        rate.without = await linksOf(silent, null)
      },
      async () => {
        rate.unheard = await linksOf(createLink, null)
      },
      async () => {
        rate.heard = await linksOf(createLink, "*")
      },
    ]
    // The tables grow, so each figure has its turn early and late.
    for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn()
    return { unheard: rate.unheard / rate.without, heard: rate.heard / rate.without }
  })
  await app.close()
  return [
    { name: "create_link, its event unheard", value: unheard, unit: "of without", atLeast: 0.95 },
    { name: "create_link, its event heard", value: heard, unit: "of without", atLeast: 0.65 },
  ]
}

async function linksASecond(make: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  let made = 0
  const worker = async () => {
    for (; performance.now() - began < 250; made += 1) await make()
  }
  await Promise.all(Array.from({ length: 32 }, worker))
  return (made / (performance.now() - began)) * 1_000
}

/**
 * From the commit to the first try, at a hundred deliveries a second: with ten endpoints that respond, and with one of
 * ten that hangs, in turns.
 */
async function delayRows(urls: readonly string[], rounds: number): Promise<BenchRow[]> {
  const [first, ...others] = urls
  const healthy: number[] = []
  const hanging: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    healthy.push(...(await delaysOf(await openHooksGround(urls))))
    hanging.push(...(await delaysOf(await openHooksGround([...others, `${first}/hang`], hangMs))))
  }
  const slower = percentile(hanging, 0.99) / percentile(healthy, 0.99)
  return [
    { name: "webhook, commit to first try, median", value: median(healthy), unit: "ms", atMost: 25 },
    { name: "webhook, commit to first try, p99", value: percentile(healthy, 0.99), unit: "ms", atMost: 150 },
    { name: "the same beside one that hangs (doors 10)", value: slower, unit: "of without", atMost: 1.5 },
  ]
}

/** Shorter than the service waits, so that the endpoint that hangs costs more tries. */
const hangMs = 3_000
const warmUpEvents = 10

/** The delays of the endpoints that respond, in milliseconds. */
async function delaysOf({ app, member }: HooksGround, events = 80): Promise<number[]> {
  const cx = systemContext(app)
  const worker = openWorker(app, jobs)
  const stop = hearEvents(cx)
  let since = 0
  for (let n = 0; n < warmUpEvents + events; n += 1) {
    if (n === warmUpEvents) since = app.now()
    await cx.atomically(async (cx) => noteOne(cx, member, n))
    await sleep(100)
  }
  await sleep(500)
  const rows = await app.database.read
    .selectFrom("webhook_attempts")
    .innerJoin("events", "events.id", "webhook_attempts.event_id")
    .select(["began_at", "occurred_at"])
    .where("status", "=", 200)
    .where("occurred_at", ">=", since)
    .execute()
  stop()
  await worker.drain()
  await app.close()
  return rows.map(({ began_at, occurred_at }) => began_at - occurred_at)
}

function noteOne(cx: Inside, { workspaceId }: Member, n: number): void {
  const data = () => ({ message: "Hello." })
  noteEvent(cx, { workspaceId, type: webhookEvents.test, subject: `subject_${n}`, data })
}

/** The rate with a million events waiting, against ten thousand. */
async function backlogRows(urls: readonly string[]): Promise<BenchRow[]> {
  const rateWith = async (waiting: number) => {
    const ground = await openHooksGround(urls)
    await storeWaitingEvents(ground, waiting)
    await drainHooks(ground, 2_000)
    const perSecond = await drainHooks(ground, 8_000)
    await ground.app.close()
    return perSecond
  }
  const few = await rateWith(10_000)
  const many = await rateWith(1_000_000)
  return [{ name: "webhooks with a million waiting", value: many / few, unit: "of ten thousand", atLeast: 0.6 }]
}
