import type { Page } from "playwright-core"
import type { ShownConversation, StreamEvents } from "#contract/shown.ts"

/** A request that a page posted: the action's name, and its input. */
export interface Posted {
  name: string
  input: Record<string, unknown>
}

export interface AssistantPeer {
  /** The service's state; the next snapshot contains it. */
  conversation: ShownConversation
  readonly posted: readonly Posted[]
  /** How many streams were opened. */
  readonly opened: number
  /** Sends an event to the page's stream. */
  tell<Name extends keyof StreamEvents>(name: Name, said: object): Promise<void>
  /** Sends raw bytes to the stream. */
  say(bytes: string): Promise<void>
  /** Sends the whole conversation again. */
  show(conversation: ShownConversation): Promise<void>
  /** Ends the streams. While `isAway`, no other stream opens, and no request is answered. */
  cut(isAway?: boolean): Promise<void>
  /** Makes posts of this name fail. */
  refuse(name: string, message: string): void
  rows: readonly object[]
}

const reads = ["list-conversations", "get-conversation", "get-call-answer"]
const changes = [
  "ask-assistant",
  "decide-calls",
  "stop-run",
  "take-file-out",
  "retry-run",
  "undo-calls",
  "show-branch",
  "rename-conversation",
  "delete-conversation",
]

function answerTo(name: string, { conversation, rows }: AssistantPeer): object {
  if (name === "list-conversations") return { items: rows }
  if (name === "get-call-answer") return { text: "It said hello,\nand more." }
  return reads.includes(name) ? conversation : { conversationId: conversation.id, messageId: "msg_new" }
}

/** Each question contains its person's locale and time zone; the tests are about the rest. */
function withoutWhereabouts({ locale: _locale, timeZone: _timeZone, ...input }: Posted["input"]): Posted["input"] {
  return input
}

/** The service does not have the conversation that a test plays, so the status of its page is 404. */
export const refusesPlayed = /^404 GET .*\/assistant\/cnv_1$/

/** Plays the service's assistant in a page: it answers the page's reads, posts and streams. */
export async function assistantPeer(page: Page, conversation: ShownConversation): Promise<AssistantPeer> {
  let seq = 0
  let isAway = false
  let opened = 0
  const posted: Posted[] = []
  const refused = new Map<string, string>()
  const frame = (name: string, said: object) => `event: ${name}\ndata: ${JSON.stringify({ seq, ...said })}\n\n`
  const snapshot = () => frame("snapshot", { conversation: peer.conversation })
  const say = (bytes: string) => page.evaluate(`sayToStreams(${JSON.stringify(bytes)})`).then(() => {})
  const peer: AssistantPeer = {
    conversation,
    posted,
    rows: [{ id: conversation.id, title: conversation.title, updatedAt: Date.UTC(2026, 10, 22), state: null }],
    get opened() {
      return opened
    },
    say,
    tell(name, said) {
      seq += 1
      return say(frame(name, said))
    },
    show(next) {
      peer.conversation = next
      return say(snapshot())
    },
    async cut(away = false) {
      isAway = away
      await page.evaluate("endStreams()")
    },
    refuse: (name, message) => void refused.set(name, message),
  }
  await page.exposeFunction("nextSnapshot", () => {
    opened += 1
    return isAway ? null : snapshot()
  })
  await page.addInitScript(standIn)
  for (const name of [...reads, ...changes]) {
    await page.route(`**/console/${name}?*`, async (route) => {
      if (isAway) return route.abort("internetdisconnected")
      const body = route.request().postData()
      if (body !== null) posted.push({ name, input: withoutWhereabouts(JSON.parse(body)) })
      const refusal = refused.get(name)
      if (refusal) return route.fulfill({ status: 409, json: { error: { code: "conflict", message: refusal } } })
      await route.fulfill({ json: answerTo(name, peer) })
    })
  }
  return peer
}

/** In the page: provides streams of conversations, and leaves all other requests to the browser. */
const standIn = `
const streams = new Set()
const fetchHere = window.fetch
window.fetch = async (input, init) => {
  const { pathname } = new URL(String(input), location.href)
  if (pathname !== "/console/assistant") return fetchHere(input, init)
  const snapshot = await nextSnapshot()
  if (snapshot === null) throw new TypeError("Load failed")
  let stream
  const body = new ReadableStream({ start: (controller) => { stream = controller } })
  streams.add(stream)
  init.signal.addEventListener("abort", () => { streams.delete(stream); try { stream.error(init.signal.reason) } catch {} })
  stream.enqueue(new TextEncoder().encode(snapshot))
  return new Response(body, { headers: { "content-type": "text/event-stream" } })
}
window.sayToStreams = (text) => { for (const stream of streams) stream.enqueue(new TextEncoder().encode(text)) }
window.endStreams = () => { for (const stream of streams) { streams.delete(stream); try { stream.close() } catch {} } }
`
