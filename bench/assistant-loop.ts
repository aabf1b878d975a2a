import { setTimeout as sleep } from "node:timers/promises"
import { openAiSdk } from "../server/src/adapters/models/ai-sdk.ts"
import type { Models } from "../server/src/adapters/models/port.ts"
import { askOnPage, hasWords, isEndOfRun, isSnapshot, openConversation, openPage, type Page } from "./assistant-page.ts"
import { fillConversation, signInMembers } from "./database.ts"
import { median, mediansOf, percentile } from "./load.ts"
import type { BenchRow } from "./row.ts"
import { type RunningServer, startService } from "./servers.ts"

const questions = 40
const longPieces = 4_000
const many = 200
const runsOfPerson = 5
const unlimited = ["run", "member-day", "workspace-month", "installation-day"].map((name) => `${name}-tokens=100000000`)

/** The cost of the loop and its stream compared with the model alone: the same answers, directly and through a page. */
export async function assistantLoop(peerUrl: string, rounds = 5): Promise<BenchRow[]> {
  const settings = {
    SVC_MODEL_URL: `anthropic://${new URL(peerUrl).host}/160?model=peer`,
    SVC_ASSISTANT_LIMITS: unlimited.join(),
  }
  const service = await startService(settings)
  const cookies = signInMembers(service, many / runsOfPerson)
  const pages = cookies.map((cookie) => openPage(service, cookie))
  const page = pages[0] as Page
  const models = modelsAt(peerUrl)
  const rows = [
    await coldRow(page, models),
    ...(await firstWordsRows(page, models, rounds)),
    ...(await pieceRows({ service, page, models }, rounds)),
    await stopRow(page),
    await reconnectRow(service, page),
    ...(await manyRows(service, pages)),
  ]
  await service.stop()
  return rows
}

const modelsAt = (peerUrl: string) =>
  openAiSdk(
    {
      wire: "anthropic",
      baseUrl: `${peerUrl}/160`,
      model: "peer",
      windowTokens: 200_000,
      accepts: { images: false, pdf: false },
    },
    { key: "none", now: Date.now },
  )

const requestOf = (text: string) => ({
  system: "You help.",
  messages: [{ role: "person" as const, parts: [{ type: "text" as const, text }] }],
  tools: [],
  maxOutputTokens: 4_096,
})

/** Asks the model directly. Returns when the first text arrived, and reads the answer to its end. */
async function askDirectly(models: Models, text: string): Promise<number> {
  const began = performance.now()
  let first = 0
  for await (const { type } of models.stream(requestOf(text), new AbortController().signal))
    if (type === "text") first ||= performance.now() - began
  return first
}

/** The first question to a process, on a page that was opened a second before. */
async function coldRow(page: Page, models: Models): Promise<BenchRow> {
  await askDirectly(models, "pieces=1") // loads the model's adapter here, but not yet in the service
  const own = await askDirectly(models, "pieces=1")
  await page.look()
  await sleep(1_000)
  const began = performance.now()
  const { conversationId: id = "" } = await page.post("ask-assistant", { text: "Go on. pieces=1" })
  const stream = await page.follow(id)
  await stream.next(({ data }) => data.includes("word "))
  stream.close()
  return {
    name: "first question of a process, over the model's own",
    value: performance.now() - began - own,
    unit: "ms",
  }
}

async function firstWordsRows(page: Page, models: Models, rounds: number): Promise<BenchRow[]> {
  const through: number[] = []
  await takeQuestions(page, models) // runs all code once
  const { ownMs, ratio } = await mediansOf(rounds, async () => {
    const taken = await takeQuestions(page, models)
    through.push(...taken.through)
    const ownMs = median(taken.own)
    return { ownMs, ratio: (median(taken.through) - ownMs) / median(taken.renamed) }
  })
  const name = "first words on a page, over the model's own"
  return [
    { name: `${name}: median`, value: median(through) - ownMs, unit: "ms", atMost: 25 },
    { name: `${name}: p95`, value: percentile(through, 0.95) - ownMs, unit: "ms", atMost: 80 },
    { name: `${name}, to a renaming`, value: ratio, unit: "ratio", atMost: 4 },
  ]
}

/** In turns: asks the model, asks on a page, and renames the conversation there, which is a POST and a row. */
async function takeQuestions(page: Page, models: Models) {
  const conversation = await openConversation(page)
  const [own, through, renamed]: [number[], number[], number[]] = [[], [], []]
  for (let n = 0; n < questions; n += 1) {
    own.push(await askDirectly(models, "Go on. pieces=20"))
    through.push(await askOnPage(page, conversation, "Go on. pieces=20"))
    const began = performance.now()
    await page.post("rename-conversation", { id: conversation.id, title: `Title ${n}` })
    renamed.push(performance.now() - began)
  }
  conversation.stream.close()
  return { own, through, renamed }
}

/** The processor time for a piece of a long answer: the service's with a following page, and the model's alone. */
async function pieceRows(
  { service, page, models }: { service: RunningServer; page: Page; models: Models },
  rounds: number,
): Promise<BenchRow[]> {
  const { served, own } = await mediansOf(rounds, async () => {
    const conversation = await openConversation(page)
    const before = service.cpuMicroseconds()
    await askOnPage(page, conversation, `Go on. pieces=${longPieces}`)
    const served = (service.cpuMicroseconds() - before) / 1_000 / longPieces
    conversation.stream.close()
    const cpu = process.cpuUsage()
    await askDirectly(models, `pieces=${longPieces}`)
    const { user, system } = process.cpuUsage(cpu)
    return { served, own: (user + system) / 1_000 / longPieces }
  })
  return [
    { name: "a piece of text to a page, CPU over the model's own", value: served - own, unit: "ms", atMost: 0.05 },
    { name: "a piece of text to a page, CPU with the model's own", value: served, unit: "ms" },
  ]
}

async function stopRow(page: Page): Promise<BenchRow> {
  const times: number[] = []
  const { id, stream } = await openConversation(page)
  for (let n = 0; n < 10; n += 1) {
    const first = stream.next(hasWords)
    await page.post("ask-assistant", { conversationId: id, text: "Go on. pieces=endless" })
    await first
    const began = performance.now()
    const ended = stream.next(isEndOfRun)
    await page.post("stop-run", { conversationId: id })
    times.push((await ended).at - began)
  }
  stream.close()
  return { name: "from stopping to the end of the answer", value: median(times), unit: "ms", atMost: 200 }
}

async function reconnectRow(service: RunningServer, page: Page): Promise<BenchRow> {
  const { id, stream } = await openConversation(page)
  stream.close()
  fillConversation(service, id, 200)
  const times: number[] = []
  for (let n = 0; n < 20; n += 1) {
    const began = performance.now()
    const again = await page.follow(id)
    const { at } = await again.next(isSnapshot)
    times.push(at - began)
    again.close()
  }
  return { name: "coming back to a conversation of 200 messages", value: median(times), unit: "ms", atMost: 150 }
}

/** As many concurrent answers as a process works on, each with a word every 20 ms for two seconds. */
async function manyRows(service: RunningServer, pages: readonly Page[]): Promise<BenchRow[]> {
  const open = await Promise.all(
    pages.flatMap((page) =>
      Array.from({ length: runsOfPerson }, async () => ({ page, ...(await openConversation(page)) })),
    ),
  )
  const before = service.memoryMb()
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, service.memoryMb())
  }, 100)
  const times = await Promise.all(open.map(({ page, ...one }) => askOnPage(page, one, "Go on. pieces=100 each=20ms")))
  clearInterval(watch)
  for (const { stream } of open) stream.close()
  return [
    { name: `first words of ${many} answers at once: p95`, value: percentile(times, 0.95), unit: "ms" },
    { name: `an answer, of ${many} at once`, value: ((most - before) * 1_024) / many, unit: "kB" },
  ]
}
