import type { ServerResponse } from "node:http"
import type { SignedIn } from "#access/context.ts"
import { type App, perform, systemContext } from "#access/perform.ts"
import { followConversation, getConversation, type ShownConversation, sweepRuns } from "#domains/assistant/on-demand.ts"
import { isSignedIn } from "#domains/live/index.ts"
import { readLinesAbout } from "#domains/notifications/index.ts"
import { ServiceError } from "#kernel/error.ts"
import { ConversationStream } from "./conversation-stream.ts"
import { Runner } from "./runner.ts"
import { openEngine } from "./state/engine.ts"
import { Live } from "./state/live.ts"

/** How often a stream reads again while another process works on its run. */
const lookMs = 300
const aliveMs = 15_000
/** The most open streams of an account. One more closes the oldest. */
const mostStreamsOfAccount = 20
/** How often due runs are looked for, in case a wake-up was lost. */
const sweepMs = 5_000

/** The assistant in this process: its worker for runs, and its event streams to pages. */
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
      app.bus.onGap(() => {
        sweep()
        for (const stream of this.#streams.keys()) stream.changed() // their messages may be among the lost ones
      }),
      ...timers.map((timer) => () => clearInterval(timer)),
    ]
    app.models.prepare?.()
    sweep() // takes up the runs of processes that ended
  }

  /** Takes up the work in a conversation, and updates its pages. */
  wake(conversationId: string): void {
    this.#runner.look(conversationId)
    this.#live.touch(conversationId)
  }

  count(): number {
    return this.#streams.size
  }

  /** Checks that the caller owns a conversation. @throws ServiceError `not_found` otherwise. */
  async admit(caller: SignedIn, conversationId: string): Promise<void> {
    await perform({ app: this.#app, caller }, followConversation, { id: conversationId })
  }

  /** Streams a conversation to a page while its reader has access. */
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
    if (own.length >= mostStreamsOfAccount) own[0]?.[0].end("retry: 30000\n\n")
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

  /** Checks the account's streams and runs again after its access has changed. */
  #check(checked: string): void {
    for (const [stream, { accountId }] of this.#streams) if (accountId === checked) stream.changed()
    this.#runner.lookAfter(checked)
  }

  #sayAlive(): void {
    for (const stream of this.#streams.keys()) {
      stream.comment()
      stream.look() // notices an ended membership or session
    }
  }
}

/** Whether the run has ended or waits for the reader, so that the page shows what a notice would say. */
const isStill = ({ run }: ShownConversation) => run === null || run.state === "waiting"

/** A new mark counts as moved twice: a second change in the same millisecond leaves it. A missing mark always moves. */
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

async function isStillSignedIn(app: App, caller: SignedIn): Promise<boolean> {
  if (caller.kind !== "person" || caller.sessionId === undefined) return true
  return isSignedIn(systemContext(app), caller.sessionId)
}

function gone(thrown: unknown): undefined {
  if (thrown instanceof ServiceError) return undefined
  throw thrown
}
