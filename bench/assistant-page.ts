import { randomUUID } from "node:crypto"
import { Agent, get, type IncomingMessage, request } from "node:http"
import { text } from "node:stream/consumers"
import { formTokenOf } from "./database.ts"
import type { RunningServer } from "./servers.ts"

/** One event of a stream: its name and its raw data. */
export interface ReceivedEvent {
  readonly event: string
  readonly data: string
}

/** The stream of a conversation, as a page reads it. */
export interface Following {
  /** Resolves with the next event that matches, and its time. */
  next(isIt: (received: ReceivedEvent) => boolean): Promise<{ at: number; received: ReceivedEvent }>
  close(): void
}

/** A page of the console with a signed-in person. */
export interface Page {
  /** Posts an action of the console; returns its answer. */
  post(name: string, input: object): Promise<{ conversationId?: string }>
  /** Reads the list of conversations, as an opened page does. */
  look(): Promise<void>
  follow(conversationId: string): Promise<Following>
}

/** Opens a page of the demo's studio. */
export function openPage(service: RunningServer, cookie: string): Page {
  const { url } = service
  const agent = new Agent({ keepAlive: true })
  const token = formTokenOf(service, cookie)
  const sameSite = { cookie, "sec-fetch-site": "same-origin" }
  return {
    async post(name, input) {
      const key = { "idempotency-key": randomUUID(), "svc-form-token": token }
      const headers = { ...sameSite, "content-type": "application/json", ...key }
      const sent = request(`${url}/console/${name}?workspace=studio`, { method: "POST", headers, agent })
      const answer = new Promise<IncomingMessage>((resolve, reject) => sent.on("response", resolve).on("error", reject))
      sent.end(JSON.stringify(input))
      const { statusCode } = await answer
      const said = await text(await answer)
      if (statusCode !== 200) throw new Error(`${name} answered ${statusCode}: ${said}`)
      return JSON.parse(said)
    },
    async look() {
      await text(await asked(`${url}/console/list-conversations?workspace=studio&input={}`, sameSite))
    },
    async follow(conversationId) {
      const address = `${url}/console/assistant?workspace=studio&conversation=${conversationId}`
      return toFollowing(await asked(address, sameSite))
    },
  }
}

function asked(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (answer) => {
      answer.on("error", () => {})
      if (answer.statusCode === 200) resolve(answer)
      else reject(new Error(`${url} answered ${answer.statusCode}.`))
    }).on("error", reject)
  })
}

function toFollowing(stream: IncomingMessage): Following {
  let rest = ""
  let wanted: { isIt(received: ReceivedEvent): boolean; found(at: number, received: ReceivedEvent): void } | undefined
  const early: { at: number; received: ReceivedEvent }[] = []
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    const at = performance.now()
    const blocks = (rest + chunk).split("\n\n")
    rest = blocks.pop() ?? ""
    for (const block of blocks) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
      if (event === undefined || data === undefined) continue
      const received = { event, data }
      if (!wanted) early.push({ at, received })
      else if (wanted.isIt(received)) {
        const { found } = wanted
        wanted = undefined
        found(at, received)
      }
    }
  })
  return {
    next: (isIt) => {
      const known = early.findIndex(({ received }) => isIt(received))
      const [first] = known < 0 ? [] : early.splice(0, known + 1).slice(-1)
      if (first) return Promise.resolve(first)
      early.length = 0
      return new Promise((resolve) => {
        wanted = { isIt, found: (at, received) => resolve({ at, received }) }
      })
    },
    close: () => stream.destroy(),
  }
}

/** Whether the event contains text of the peer. The first text may come with its message. */
export const hasWords = ({ event, data }: ReceivedEvent) => event !== "snapshot" && data.includes("word ")

/** The end of a run. */
export const isEndOfRun = ({ event, data }: ReceivedEvent) => event === "run" && /"run":null\}$/.test(data)

export const isSnapshot = ({ event }: ReceivedEvent) => event === "snapshot"

/** A conversation and the page's stream of it. */
export interface Open {
  readonly id: string
  readonly stream: Following
}

/** Asks a first question, waits for the answer, and keeps following. */
export async function openConversation(page: Page): Promise<Open> {
  const { conversationId: id = "" } = await page.post("ask-assistant", { text: "Go on. pieces=1" })
  const stream = await page.follow(id)
  const { received } = await stream.next(isSnapshot)
  if (!received.data.includes('"run":null')) await stream.next(isEndOfRun)
  return { id, stream }
}

/** Asks on a page that already follows the conversation. Returns when the first text arrived there. */
export async function askOnPage(page: Page, { id, stream }: Open, text: string): Promise<number> {
  const began = performance.now()
  const first = stream.next(hasWords)
  await page.post("ask-assistant", { conversationId: id, text })
  const { at } = await first
  await stream.next(isEndOfRun)
  return at - began
}
