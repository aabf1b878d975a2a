import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { openStream, type StreamEvent } from "../../server/test/support/http/event-stream.ts"
import { addressOf } from "../../server/test/support/worlds/stream-world.ts"
import type { BenchRun, Measured } from "../case.ts"
import { fillTables, numbersTo } from "../loads/fill.ts"
import { type RunningService, startPeer } from "../loads/servers.ts"
import { type BenchSession, type BenchStudio, newMembers, startStudio } from "../loads/studio.ts"
import { inSequence, median, mediansOf, percentile, thisProcess, timeOf, withCpu } from "../loads/turns.ts"
import { askModel, modelsAt } from "./models.ts"

type Page = ReturnType<typeof openPage>

/** A page of the console with a signed-in person. */
function openPage({ url }: RunningService, { cookie, formToken }: BenchSession) {
  const sameSite = { cookie, "sec-fetch-site": "same-origin" }
  const post = async (name: string, input: object): Promise<{ conversationId: string }> => {
    const own = { "content-type": "application/json", "svc-form-token": formToken, "idempotency-key": randomUUID() }
    const sent = { method: "POST", headers: { ...sameSite, ...own }, body: JSON.stringify(input) }
    const answer = await fetch(`${url}/console/${name}?workspace=studio`, sent)
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { conversationId: string }
  }
  return {
    post,
    /** Reads the list of conversations, as an opened page does. */
    look: () => fetch(`${url}/console/list-conversations?workspace=studio&input={}`, { headers: sameSite }),
    ask: (text: string, conversationId?: string) => post("ask-assistant", { text, conversationId }),
    follow: (id: string) => openStream(addressOf(url, id), sameSite),
  }
}

const isSnapshot = ({ event }: StreamEvent) => event === "snapshot"
const isEndOfRun = ({ event, data }: StreamEvent) => event === "run" && data.run === null
/** The first text of the peer may come with its message. */
const hasWords = (event: StreamEvent) => !isSnapshot(event) && JSON.stringify(event.data).includes("word ")

type Conversation = Awaited<ReturnType<typeof openConversation>>

/** Asks a first question, waits for the answer, and keeps following. */
async function openConversation(page: Page) {
  const { conversationId: id } = await page.ask("Go on. pieces=1")
  const stream = await page.follow(id)
  const { data } = await stream.next(isSnapshot)
  if (data.conversation.run !== null) await stream.next(isEndOfRun)
  /** Returns the milliseconds from the start of `work` until the next event that matches. */
  const timeUntil = async (isIt: (event: StreamEvent) => boolean, work: () => Promise<unknown>) => {
    const arrival = timeOf(() => stream.next(isIt))
    await work()
    return arrival
  }
  return { id, page, stream, timeUntil }
}

/** Asks on a page that already follows the conversation. Returns when the first text arrived there. */
async function askOnPage({ id, page, stream, timeUntil }: Conversation, text: string): Promise<number> {
  const ms = await timeUntil(hasWords, () => page.ask(text, id))
  await stream.next(isEndOfRun)
  return ms
}

export async function measureLoop(run: BenchRun): Promise<Measured> {
  const { url } = await startPeer(run, "model")
  const limits = ["run", "member-day", "workspace-month", "installation-day"]
  const { service, studio } = await startStudio(run, {
    SVC_MODEL_URL: `anthropic://${new URL(url).host}/160?model=peer`,
    SVC_ASSISTANT_LIMITS: limits.map((name) => `${name}-tokens=100000000`).join(),
  })
  const models = modelsAt("anthropic", `${url}/160`)
  const askDirectly = (text: string) => withCpu(thisProcess, () => askModel(models, text))
  const pages = (await newMembers(studio, run.sizes.people)).map((person) => openPage(service, person))
  const page = pages[0] as Page
  return {
    coldMs: await coldMs(page, askDirectly),
    ...(await firstWords(run, page, askDirectly)),
    ...(await mediansOf(run.rounds, () => costOfPieces(service, page, { askDirectly, ...run.sizes }))),
    ...(await stopAnswers(page)),
    ...(await returnToPage(studio, page, run.sizes.messages)),
    ...(await answerMany(service, pages)),
  }
}

type AskDirectly = (text: string) => Promise<{ firstMs: number; cpu: number }>

/** The first question to a process, on a page that was opened a second before. */
async function coldMs(page: Page, askDirectly: AskDirectly): Promise<number> {
  await askDirectly("pieces=1") // loads the model's adapter here, but not yet in the service
  const { firstMs } = await askDirectly("pieces=1")
  await page.look()
  await sleep(1_000)
  const ms = await timeOf(async () => {
    const stream = await page.follow((await page.ask("Go on. pieces=1")).conversationId)
    await stream.next(({ data }) => JSON.stringify(data).includes("word "))
    stream.close()
  })
  return ms - firstMs
}

/** Takes turns: asks the model, asks on a page, and renames the conversation there (a POST that writes a row). */
async function firstWords({ rounds, sizes }: BenchRun, page: Page, askDirectly: AskDirectly): Promise<Measured> {
  const ask = async () => {
    const conversation = await openConversation(page)
    const times = await inSequence(sizes.questions, async (n) => {
      const { firstMs: own } = await askDirectly("Go on. pieces=20")
      const through = await askOnPage(conversation, "Go on. pieces=20")
      const title = { id: conversation.id, title: `Title ${n}` }
      return { own, through, renamed: await timeOf(() => page.post("rename-conversation", title)) }
    })
    conversation.stream.close()
    const of = (name: "own" | "through" | "renamed") => times.map((its) => its[name])
    const firstMs = median(of("through")) - median(of("own"))
    const p95 = percentile(of("through"), 0.95) - median(of("own"))
    return { firstMs, p95, ratio: firstMs / median(of("renamed")) }
  }
  return mediansOf(rounds, ask, 1)
}

/** The processor time for a piece of a long answer: the service's with a following page, and the model's alone. */
async function costOfPieces(service: RunningService, page: Page, long: { askDirectly: AskDirectly; pieces: number }) {
  const conversation = await openConversation(page)
  const ours = await withCpu(service, () => askOnPage(conversation, `Go on. pieces=${long.pieces}`))
  conversation.stream.close()
  const { cpu } = await long.askDirectly(`pieces=${long.pieces}`)
  return { served: ours.cpu / 1_000 / long.pieces, over: (ours.cpu - cpu) / 1_000 / long.pieces }
}

async function stopAnswers(page: Page): Promise<Measured> {
  const { id, stream, timeUntil } = await openConversation(page)
  const figures = await mediansOf(10, async () => {
    await timeUntil(hasWords, () => page.ask("Go on. pieces=endless", id))
    return { stopMs: await timeUntil(isEndOfRun, () => page.post("stop-run", { conversationId: id })) }
  })
  stream.close()
  return figures
}

/** Measures the time until a page that reopens a long conversation has its snapshot. Each message has a kilobyte. */
async function returnToPage(studio: BenchStudio, page: Page, messages: number): Promise<Measured> {
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
  const comeBack = async () => {
    const again = await page.follow(id)
    await again.next(isSnapshot)
    again.close()
  }
  return mediansOf(20, async () => ({ returnMs: await timeOf(comeBack) }))
}

/** Five answers at once for each person, which have a word every 20 ms for two seconds. */
async function answerMany(service: RunningService, pages: readonly Page[]): Promise<Measured> {
  const seats = [...pages, ...pages, ...pages, ...pages, ...pages]
  const open = await Promise.all(seats.map(openConversation))
  const before = service.memoryMb()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, service.memoryMb())
  }, 100)
  const times = await Promise.all(open.map((one) => askOnPage(one, "Go on. pieces=100 each=20ms")))
  clearInterval(watch)
  for (const { stream } of open) stream.close()
  const [many, kilobytes] = [open.length, ((most - before) * 1_024) / open.length]
  return { many, manyP95: percentile(times, 0.95), manyKilobytes: kilobytes }
}
