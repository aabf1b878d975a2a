import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Models } from "../../server/src/adapters/models/port.ts"
import { type EventStream, openStream, type StreamEvent } from "../../server/test/support/http/event-stream.ts"
import type { BenchRun, Measured } from "../case.ts"
import { fillTables, numbersTo } from "../loads/fill.ts"
import { type RunningService, startPeer } from "../loads/servers.ts"
import { type BenchSession, type BenchStudio, signInMembers, startStudio } from "../loads/studio.ts"
import { median, mediansOf, percentile, timeOf } from "../loads/turns.ts"
import { askModel, modelsAt, withCpu } from "./models.ts"

/** A page of the console with a signed-in person. */
function openPage({ url }: RunningService, { cookie, formToken }: BenchSession) {
  const sameSite = { cookie, "sec-fetch-site": "same-origin" }
  const form = { ...sameSite, "content-type": "application/json", "svc-form-token": formToken }
  return {
    /** Posts an action of the console; returns its answer. */
    async post(name: string, input: object): Promise<{ conversationId: string }> {
      const headers = { ...form, "idempotency-key": randomUUID() }
      const sent = { method: "POST", headers, body: JSON.stringify(input) }
      const answer = await fetch(`${url}/console/${name}?workspace=studio`, sent)
      if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as { conversationId: string }
    },
    /** Reads the list of conversations, as an opened page does. */
    look: () => fetch(`${url}/console/list-conversations?workspace=studio&input={}`, { headers: sameSite }),
    follow: (id: string) => openStream(`${url}/console/assistant?workspace=studio&conversation=${id}`, sameSite),
  }
}

type Page = ReturnType<typeof openPage>

/** Returns when the next event of the stream that matches arrives, and the event. */
async function nextWhere({ next }: EventStream, isIt: (event: StreamEvent) => boolean) {
  for (;;) {
    const event = await next()
    if (isIt(event)) return { at: performance.now(), event }
  }
}

const isSnapshot = ({ event }: StreamEvent) => event === "snapshot"
const isEndOfRun = ({ event, data }: StreamEvent) => event === "run" && data.run === null
/** The first text of the peer may come with its message. */
const hasWords = ({ event, data }: StreamEvent) => event !== "snapshot" && JSON.stringify(data).includes("word ")

type Conversation = Awaited<ReturnType<typeof openConversation>>

/** Asks a first question, waits for the answer, and keeps following. */
async function openConversation(page: Page) {
  const { conversationId: id } = await page.post("ask-assistant", { text: "Go on. pieces=1" })
  const stream = await page.follow(id)
  const { event } = await nextWhere(stream, isSnapshot)
  if (event.data.conversation.run !== null) await nextWhere(stream, isEndOfRun)
  return { id, stream }
}

/** Asks on a page that already follows the conversation. Returns when the first text arrived there. */
async function askOnPage(page: Page, { id, stream }: Conversation, text: string): Promise<number> {
  const [began, first] = [performance.now(), nextWhere(stream, hasWords)]
  await page.post("ask-assistant", { conversationId: id, text })
  const { at } = await first
  await nextWhere(stream, isEndOfRun)
  return at - began
}

/** A page of a running service, and the service's model asked directly. */
interface Ground {
  readonly service: RunningService
  readonly page: Page
  readonly models: Models
}

const limits = ["run", "member-day", "workspace-month", "installation-day"]

/** The loop and its stream, in turns with the model alone: the same answers, on a page and directly. */
export async function measureLoop(run: BenchRun): Promise<Measured> {
  const { url } = await startPeer(run, "model")
  const { service, studio } = await startStudio(run, {
    SVC_MODEL_URL: `anthropic://${new URL(url).host}/160?model=peer`,
    SVC_ASSISTANT_LIMITS: limits.map((name) => `${name}-tokens=100000000`).join(),
  })
  const pages = (await signInMembers(studio, run.sizes.people)).map((person) => openPage(service, person))
  const ground = { service, page: pages[0] as Page, models: modelsAt("anthropic", `${url}/160`) }
  return {
    coldMs: await coldMs(ground),
    ...(await firstWords(run, ground)),
    ...(await piecesOf(run, ground)),
    stopMs: await stopMs(ground),
    returnMs: await returnMs(studio, ground, run.sizes.events),
    ...(await manyAtOnce(service, pages)),
  }
}

/** The first question to a process, on a page that was opened a second before. */
async function coldMs({ page, models }: Ground): Promise<number> {
  await askModel(models, "pieces=1") // loads the model's adapter here, but not yet in the service
  const { firstMs } = await askModel(models, "pieces=1")
  await page.look()
  await sleep(1_000)
  const began = performance.now()
  const { conversationId } = await page.post("ask-assistant", { text: "Go on. pieces=1" })
  const stream = await page.follow(conversationId)
  const { at } = await nextWhere(stream, ({ data }) => JSON.stringify(data).includes("word "))
  stream.close()
  return at - began - firstMs
}

async function firstWords({ rounds, sizes }: BenchRun, { page, models }: Ground): Promise<Measured> {
  /** In turns: asks the model, asks on a page, and renames the conversation there, which is a POST and a row. */
  const ask = async () => {
    const conversation = await openConversation(page)
    const [own, through, renamed]: [number[], number[], number[]] = [[], [], []]
    for (let n = 0; n < sizes.times; n += 1) {
      own.push((await askModel(models, "Go on. pieces=20")).firstMs)
      through.push(await askOnPage(page, conversation, "Go on. pieces=20"))
      const title = { id: conversation.id, title: `Title ${n}` }
      renamed.push(await timeOf(() => page.post("rename-conversation", title)))
    }
    conversation.stream.close()
    const [ownMs, throughMs] = [median(own), median(through)]
    const p95 = percentile(through, 0.95) - ownMs
    return { firstMs: throughMs - ownMs, p95, ratio: (throughMs - ownMs) / median(renamed) }
  }
  await ask() // runs all code once
  return mediansOf(rounds, ask)
}

/** The processor time for a piece of a long answer: the service's with a following page, and the model's alone. */
const piecesOf = ({ rounds, sizes: { rows: pieces } }: BenchRun, { service, page, models }: Ground) =>
  mediansOf(rounds, async () => {
    const conversation = await openConversation(page)
    const before = service.cpuMicroseconds()
    await askOnPage(page, conversation, `Go on. pieces=${pieces}`)
    const served = (service.cpuMicroseconds() - before) / 1_000 / pieces
    conversation.stream.close()
    const { cpuMs } = await withCpu(() => askModel(models, `pieces=${pieces}`))
    return { served, over: served - cpuMs / pieces }
  })

async function stopMs({ page }: Ground): Promise<number> {
  const { id, stream } = await openConversation(page)
  const { ms = 0 } = await mediansOf(10, async () => {
    await page.post("ask-assistant", { conversationId: id, text: "Go on. pieces=endless" })
    await nextWhere(stream, hasWords)
    const [began, ended] = [performance.now(), nextWhere(stream, isEndOfRun)]
    await page.post("stop-run", { conversationId: id })
    return { ms: (await ended).at - began }
  })
  stream.close()
  return ms
}

/** Until a page that follows a long conversation again has its snapshot. Each message has a kilobyte. */
async function returnMs(studio: BenchStudio, { page }: Ground, messages: number): Promise<number> {
  const { id, stream } = await openConversation(page)
  stream.close()
  const parts = JSON.stringify([{ type: "text", text: "word ".repeat(200) }])
  await fillTables(
    studio,
    `${numbersTo(messages)} insert into assistant_messages
      (id, workspace_id, conversation_id, parent_id, role, parts, input_tokens, output_tokens, created_at)
      select 'msg_' || i, workspace_id, id, iif(i = 1, head_id, 'msg_' || (i - 1)), iif(i % 2, 'person', 'assistant'),
        '${parts}', iif(i % 2, null, 1), iif(i % 2, null, 1), ${studio.app.now()} from n, conversations where id = '${id}'`,
    `update conversations set head_id = 'msg_${messages}' where id = '${id}'`,
  )
  const { ms = 0 } = await mediansOf(20, async () => {
    const began = performance.now()
    const again = await page.follow(id)
    const { at } = await nextWhere(again, isSnapshot)
    again.close()
    return { ms: at - began }
  })
  return ms
}

/** Five answers at once for each person, which have a word every 20 ms for two seconds. */
async function manyAtOnce(service: RunningService, pages: readonly Page[]): Promise<Measured> {
  const seats = [...pages, ...pages, ...pages, ...pages, ...pages]
  const open = await Promise.all(seats.map(async (page) => ({ page, ...(await openConversation(page)) })))
  const before = service.memoryMb()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, service.memoryMb())
  }, 100)
  const times = await Promise.all(open.map(({ page, ...one }) => askOnPage(page, one, "Go on. pieces=100 each=20ms")))
  clearInterval(watch)
  for (const { stream } of open) stream.close()
  const [many, kilobytes] = [open.length, ((most - before) * 1_024) / open.length]
  return { many, manyP95: percentile(times, 0.95), manyKilobytes: kilobytes }
}
