import type { ServerResponse } from "node:http"
import type { Context } from "#access/context.ts"
import type { ShownConversation, ShownMessage, StoredPart } from "#domains/assistant/on-demand.ts"
import type { Live } from "./state/live.ts"

/**
 * What may wait for a slow reader beside the last snapshot, which takes its time. One that leaves more unread is cut
 * off, and gets a snapshot when it comes back.
 */
const mostUnreadBytes = 256 * 1024

export interface StreamParts {
  readonly response: ServerResponse
  readonly live: Live
  readonly log: Context["log"]
  /** Reads the conversation as it is stored now; undefined when its reader may not any more. */
  read(): Promise<ShownConversation | undefined>
  /** Whether it may have changed since the last look, or its reader may not read it any more. */
  hasMoved(): Promise<boolean>
}

/** What a reader knows. */
interface Known {
  /** By place, the ids of the messages and what they say, as JSON. */
  readonly ids: readonly string[]
  readonly messages: readonly string[]
  readonly run: ShownConversation["run"]
  /** All the rest, as JSON. */
  readonly rest: string
}

/**
 * The stream of one conversation to one page: the whole of it first, then what changes. What is stored is read again
 * and compared, so that it does not matter which process changed it; what a model says here is passed on as it comes.
 */
export class ConversationStream {
  readonly #parts: StreamParts
  #known: Known | undefined
  /** The message that a model is writing, as far as its reader knows it: more than `#known` has of it. */
  #growing: ShownMessage | undefined
  #seq = 0
  #snapshotBytes = 0
  #isReading = false
  #isDue = false

  constructor(parts: StreamParts) {
    this.#parts = parts
  }

  get isOver(): boolean {
    const { response } = this.#parts
    return response.writableEnded || response.destroyed
  }

  /** Whether something goes on in the conversation, as far as its reader knows. */
  get isRunning(): boolean {
    const state = this.#known?.run?.state
    return state !== undefined && state !== "waiting"
  }

  /** Something was stored: it is read again, never twice at once. What was being read may be older, and is not told. */
  changed(): void {
    this.#isDue = true
    if (!this.#isReading) void this.#goOn()
  }

  /** Something may have been stored by another process: if so it is read again, unless that is under way. */
  look(): void {
    if (!this.#isReading) void this.#goOn(true)
  }

  /** A model said more. What the reader does not know the message of yet comes with the message. */
  said(messageId: string, text: string): void {
    const known = this.#known
    const message = this.#growing?.id === messageId ? this.#growing : parsed(known, messageId)
    if (!known || !message) return
    this.#growing = withText(message, text)
    if (known.run?.isThinking) this.#tellRun({ ...known, run: { ...known.run, isThinking: false } })
    this.#send("text", `"message":${JSON.stringify(messageId)},"text":${JSON.stringify(text)}`)
  }

  comment(): void {
    this.#write(": alive\n\n")
  }

  end(lastText = ""): void {
    if (!this.isOver) this.#parts.response.end(lastText)
  }

  async #goOn(isLook = false): Promise<void> {
    this.#isReading = true
    try {
      if (isLook && (await this.#parts.hasMoved())) this.#isDue = true
      while (this.#isDue && !this.isOver) {
        this.#isDue = false
        const stored = await this.#parts.read()
        if (!stored) return this.end()
        if (!this.#isDue) this.#tell(this.#withLive(stored))
      }
    } catch (error) {
      this.#parts.log.error({ error: String(error) }, "A conversation could not be read for its stream.")
      this.end("retry: 5000\n\n")
    } finally {
      this.#isReading = false
    }
  }

  /** What is being written in this process is further than what is stored. */
  #withLive(stored: ShownConversation): ShownConversation {
    const { live } = this.#parts
    const messages = stored.messages.map((message) => {
      const parts = live.partsOf(message.id)
      return parts ? { ...message, parts: parts.flatMap(toShown) } : message
    })
    const run = stored.run && { ...stored.run, isThinking: live.isThinking(stored.run.id) }
    return { ...stored, messages, run }
  }

  #tell(now: ShownConversation): void {
    const before = this.#known
    const grown = this.#growing && JSON.stringify(this.#growing)
    const known = toKnown(now)
    if (!before || !continues(before, known)) {
      this.#snapshotBytes = this.#send("snapshot", `"conversation":${JSON.stringify(now)}`)
    } else {
      for (const [at, message] of known.messages.entries()) {
        const had = known.ids[at] === this.#growing?.id ? grown : before.messages[at]
        if (had !== message) this.#send("message", `"message":${message}`)
      }
      if (JSON.stringify(before.run) !== JSON.stringify(now.run)) this.#tellRun(known)
    }
    this.#known = known
    this.#growing = undefined
  }

  #tellRun(known: Known): void {
    this.#known = known
    this.#send("run", `"run":${JSON.stringify(known.run)}`)
  }

  /** Returns how many bytes it took. */
  #send(event: string, data: string): number {
    this.#seq += 1
    const text = `event: ${event}\ndata: {"seq":${this.#seq},${data}}\n\n`
    this.#write(text)
    return Buffer.byteLength(text)
  }

  #write(text: string): void {
    const { response } = this.#parts
    if (this.isOver) return
    if (response.writableLength > mostUnreadBytes + this.#snapshotBytes) response.destroy()
    else response.write(text)
  }
}

function toKnown({ messages, run, ...rest }: ShownConversation): Known {
  return {
    ids: messages.map(({ id }) => id),
    messages: messages.map((message) => JSON.stringify(message)),
    run,
    rest: JSON.stringify(rest),
  }
}

function parsed(known: Known | undefined, messageId: string): ShownMessage | undefined {
  const text = known?.messages[known.ids.lastIndexOf(messageId)]
  return text === undefined ? undefined : JSON.parse(text)
}

/** Whether everything else than messages and the run is as it was, and the messages before are still there. */
const continues = (before: Known, now: Known) =>
  before.rest === now.rest && before.ids.every((id, at) => id === now.ids[at])

function withText(message: ShownMessage, text: string): ShownMessage {
  const last = message.parts.at(-1)
  if (last?.type !== "text") return { ...message, parts: [...message.parts, { type: "text", text, cited: [] }] }
  return { ...message, parts: message.parts.with(-1, { ...last, text: last.text + text }) }
}

function toShown(part: StoredPart): ShownMessage["parts"] {
  return part.type === "text" ? [{ ...part, cited: [] }] : []
}
