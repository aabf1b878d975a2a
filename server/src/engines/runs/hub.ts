import type { ServerResponse } from "node:http"
import type { SignedIn } from "#access/caller.ts"
import { type App, perform, systemContext } from "#access/perform.ts"
import { followConversation, getConversation, type ShownConversation, sweepRuns } from "#domains/assistant/on-demand.ts"
import { isSignedIn } from "#domains/live/index.ts"
import { readLinesAbout } from "#domains/notifications/index.ts"
import { ServiceError } from "#kernel/error.ts"
import { ConversationStream } from "./conversation-stream.ts"
import { Runner } from "./runner.ts"
import { openEngine } from "./state/engine.ts"
import { Live } from "./state/live.ts"

/** How often a stream is looked after whose run another process works on. */
const lookMs = 300
const aliveMs = 15_000
/** How many streams an account may have open; the oldest gives way to one more. */
const mostOfAccount = 20
/** How often runs are looked for of which the news was lost. */
const sweepMs = 5_000

/** The assistant's part of this process: what works on runs, and what tells pages of it. */
export class AssistantHub {
  readonly #app: App
  readonly #live = new Live()
  readonly #runner: Runner
  readonly #streams = new Map<ConversationStream, { conversationId: string; accountId: string }>()
  readonly #endings: (() => unknown)[]

  constructor(app: App) {
    this.#app = app
    const engine = openEngine(app, this.#live)
    this.#runner = new Runner(engine)
    const sweep = () => void sweepRuns(engine.cx).catch(() => {})
    const timers = [
      setInterval(() => this.#lookAfter(), lookMs).unref(),
      setInterval(() => this.#sayAlive(), aliveMs).unref(),
      setInterval(sweep, sweepMs).unref(),
    ]
    this.#endings = [
      app.bus.subscribe("runs", (conversationId) => this.wake(conversationId)),
      app.bus.subscribe("access", (accountId) => this.#check(accountId)),
      app.bus.onGap(sweep),
      ...timers.map((timer) => () => clearInterval(timer)),
    ]
    app.models.prepare?.()
    sweep() // what a process that ended has left
  }

  /** Looks at a conversation: whether there is work in it, and what of it is new. */
  wake(conversationId: string): void {
    this.#runner.look(conversationId)
    this.#live.touch(conversationId)
  }

  count(): number {
    return this.#streams.size
  }

  /** Lets somebody look at a conversation of theirs. @throws ServiceError `not_found` for anybody else's. */
  async admit(caller: SignedIn, conversationId: string): Promise<void> {
    await perform({ app: this.#app, caller }, followConversation, { id: conversationId })
  }

  /** Tells a page what goes on in a conversation, as long as its reader may read it. */
  open(response: ServerResponse, { caller, conversationId }: { caller: SignedIn; conversationId: string }): void {
    const app = this.#app
    this.#makeRoom(caller.accountId)
    const read = async () => {
      if (!(await isStillSignedIn(app, caller))) return undefined
      const shown = await perform({ app, caller }, getConversation, { id: conversationId }).catch(gone)
      if (shown && isStill(shown)) void readLinesAbout(systemContext(app), caller, conversationId).catch(() => {})
      return shown
    }
    const hasMoved = movingOf(async () => {
      if (!(await isStillSignedIn(app, caller))) return undefined
      return (await perform({ app, caller }, followConversation, { id: conversationId }).catch(gone))?.mark
    })
    const stream = new ConversationStream({ response, live: this.#live, log: app.log, read, hasMoved })
    const ending = this.#live.listen(conversationId, stream)
    this.#streams.set(stream, { conversationId, accountId: caller.accountId })
    response.once("close", () => {
      ending()
      this.#streams.delete(stream)
    })
    stream.changed()
  }

  #makeRoom(account: string): void {
    const own = [...this.#streams].filter(([{ isOver }, { accountId }]) => !isOver && accountId === account)
    if (own.length >= mostOfAccount) own[0]?.[0].end("retry: 30000\n\n")
  }

  async close(): Promise<void> {
    for (const end of this.#endings) end()
    for (const stream of this.#streams.keys()) stream.end("retry: 1000\n\n")
    await this.#runner.close()
  }

  #lookAfter(): void {
    for (const [stream, { conversationId }] of this.#streams)
      if (stream.isRunning && !this.#runner.has(conversationId)) stream.look()
  }

  /** Something that an account may do may have ended: what it looks at is read again, as it may be read now. */
  #check(checked: string): void {
    for (const [stream, { accountId }] of this.#streams) if (accountId === checked) stream.changed()
    this.#runner.lookAfter(checked)
  }

  #sayAlive(): void {
    for (const stream of this.#streams.keys()) {
      stream.comment()
      stream.look() // what ended since: a membership, a session
    }
  }
}

/** Whether nothing goes on that would be told of: it is done, or waits for its reader. */
const isStill = ({ run }: ShownConversation) => run === null || run.state === "waiting"

/**
 * Whether a mark has moved since it was looked at last. A new one is believed when it is seen for the second time: what
 * changed in the same millisecond has none of its own. What has no mark any more always moves.
 */
export function movingOf(findMark: () => Promise<string | undefined>): () => Promise<boolean> {
  let known: string | undefined
  let isSure = false
  return async () => {
    const mark = await findMark()
    const isSame = mark !== undefined && mark === known
    const hasMoved = !isSame || !isSure
    isSure = isSame
    known = mark
    return hasMoved
  }
}

/** A session that was ended while its page looked on names nobody any more. */
async function isStillSignedIn(app: App, caller: SignedIn): Promise<boolean> {
  if (caller.kind !== "person" || caller.sessionId === undefined) return true
  return isSignedIn(systemContext(app), caller.sessionId)
}

/** Whoever may not read it any more gets no more of it. */
function gone(thrown: unknown): undefined {
  if (thrown instanceof ServiceError) return undefined
  throw thrown
}
