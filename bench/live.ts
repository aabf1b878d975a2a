import { get, type IncomingMessage } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { perform } from "../server/src/access/perform.ts"
import { createLink } from "../server/src/domains/links/index.ts"
import { newAccessToken, newGrant, openServerDatabase, signInMembers } from "./database.ts"
import { makeMember, openEmptyApp, personCaller } from "./in-process.ts"
import { median, mediansOf } from "./load.ts"
import type { BenchRow } from "./row.ts"
import { type RunningServer, startService } from "./servers.ts"

const streams = 2_000
const streamsOfAccount = 20
const events = 20

/**
 * The cost of recording a change: a link made with and without its change row, in one process, in turns. And the cost
 * of followers: the memory of idle streams, and one change sent to all of them.
 */
export async function liveBench(rounds = 7): Promise<BenchRow[]> {
  const { ratio, perSecond } = await measureRecording(rounds)
  const { kilobytes, lastMs, cpuMs } = await measureStreams()
  return [
    { name: "create_link, its change recorded", value: ratio, unit: "of without", atLeast: 0.7 },
    { name: "create_link, its change recorded", value: perSecond, unit: "/s" },
    { name: `stream, of ${streams} idle ones`, value: kilobytes, unit: "kB" },
    { name: `change until the last of ${streams} has it`, value: lastMs, unit: "ms" },
    { name: `change sent to ${streams}, processor`, value: cpuMs, unit: "ms" },
  ]
}

async function measureRecording(rounds: number): Promise<{ ratio: number; perSecond: number }> {
  const app = await openEmptyApp()
  const caller = personCaller(await makeMember(app, "studio"))
  const make = (action: typeof createLink) =>
    linksASecond(() => perform({ app, caller }, action, { destination: "https://example.com/" }))
  const silent = { ...createLink, changes: [] }
  await make(createLink)
  await make(silent)
  const medians = await mediansOf(rounds, async () => {
    const without = await make(silent)
    const perSecond = await make(createLink)
    return { perSecond, ratio: perSecond / without }
  })
  await app.close()
  return medians
}

/** Links per second, made by 32 concurrent workers. */
async function linksASecond(make: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  let made = 0
  const worker = async () => {
    for (; performance.now() - began < 1_000; made += 1) await make()
  }
  await Promise.all(Array.from({ length: 32 }, worker))
  return (made / (performance.now() - began)) * 1_000
}

async function measureStreams(): Promise<{ kilobytes: number; lastMs: number; cpuMs: number }> {
  const service = await startService()
  const cookies = signInMembers(service, streams / streamsOfAccount)
  for (const stream of await openStreams(service, cookies, 20)) stream.destroy() // runs all code once
  await sleep(1_000)
  const before = service.memoryMb()
  const opened = await openStreams(service, cookies, streams)
  await sleep(2_000)
  const kilobytes = ((service.memoryMb() - before) * 1_024) / streams
  const figures = await tellAll(service, opened)
  for (const stream of opened) stream.destroy()
  await service.stop()
  return { kilobytes, ...figures }
}

/** Makes changes repeatedly. Returns the time until the last stream had each, and the service's processor time. */
async function tellAll(service: RunningServer, opened: readonly IncomingMessage[]) {
  const db = openServerDatabase(service)
  const grant = newGrant(db, service, { clientId: "bench", scope: "links:write" })
  const token = newAccessToken(db, grant, "links:write")
  db.close()
  const times: number[] = []
  const cpuBefore = service.cpuMicroseconds()
  for (let event = 0; event < events; event += 1) {
    const all = Promise.all(opened.map((stream) => new Promise((resolve) => stream.once("data", resolve))))
    const began = performance.now()
    await makeLink(`${service.url}/mcp`, token)
    await all
    times.push(performance.now() - began)
    await sleep(100) // so that the next change is sent separately
  }
  const cpuMs = (service.cpuMicroseconds() - cpuBefore) / 1_000 / events
  return { lastMs: median(times), cpuMs }
}

async function makeLink(url: string, token: string): Promise<void> {
  const params = { name: "create_link", arguments: { destination: "https://example.com/spring-sale" } }
  const response = await fetch(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  })
  const { result } = (await response.json()) as { result?: object }
  if (!result) throw new Error(`The tool server answered ${response.status}.`)
}

/** Opens streams, a hundred at a time, and waits for the first number of each. */
async function openStreams(service: RunningServer, cookies: readonly string[], count: number) {
  const opened: IncomingMessage[] = []
  while (opened.length < count) {
    const some = Array.from({ length: Math.min(100, count - opened.length) }, (_, n) => opened.length + n)
    opened.push(...(await Promise.all(some.map((n) => openStream(service, cookies[Math.floor(n / streamsOfAccount)])))))
  }
  return opened
}

function openStream({ url }: RunningServer, cookie = ""): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${url}/console/live?workspace=studio`, { agent: false, headers: { cookie } }, (stream) => {
      if (stream.statusCode === 200) stream.once("data", () => resolve(stream))
      else reject(new Error(`A stream answered ${stream.statusCode}.`))
      stream.on("error", () => {})
    }).on("error", reject)
  })
}
