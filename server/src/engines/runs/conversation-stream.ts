import type { ServerResponse } from "node:http"
import type { Context } from "#access/context.ts"
import type { ShownConversation, ShownMessage, StoredPart } from "#domains/assistant/on-demand.ts"
import type { Live } from "./state/live.ts"

/** Bytes on top of the last snapshot. A slower reader is disconnected, and gets a snapshot when it reconnects. */
const mostUnreadBytes = 256 * 1024

export interface StreamParts {
  readonly response: ServerResponse
  readonly live: Live
  readonly log: Context["log"]
  /** Reads the stored conversation; undefined when the reader may not read it any more. */
  read(): Promise<ShownConversation | undefined>
  /** Whether the conversation may have changed since the last call, or the reader has lost access. */
  hasMoved(): Promise<boolean>
}

interface Known {
  readonly ids: readonly string[]
  readonly messages: readonly string[]
  readonly run: ShownConversation["run"]
  readonly rest: string
}

/**
 * The event stream of one conversation to one page: a snapshot, then changes. It compares stored state, so any process
 * may have changed it. Text of a model in this process is passed on directly.
 */
export class ConversationStream {
  readonly #parts: StreamParts
  #known: Known | undefined
  /** The message that a model is writing, with the text sent to the page; `#known` has less of it. */
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

  get isRunning(): boolean {
    const state = this.#known?.run?.state
    return state !== undefined && state !== "waiting"
  }

  /** Reads the conversation again after a write, never twice at once. The result of a read in progress is dropped. */
  changed(): void {
    this.#isDue = true
    if (!this.#isReading) void this.#readUntilCurrent()
  }

  /** Reads the conversation again if another process has changed it, unless a read is in progress. */
  look(): void {
    if (!this.#isReading) void this.#readUntilCurrent(true)
  }

  /** Sends more text of a model. Text of a message that the page does not have yet arrives with that message. */
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

  async #readUntilCurrent(isLook = false): Promise<void> {
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

  /** Replaces a stored message by the longer one that this process is writing. */
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

/** Whether only the run and messages changed, and no message before was removed. */
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
