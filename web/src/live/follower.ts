import { type OneOfTabs, oneOfTabs } from "./one-of-tabs.ts"
import { type ChangeBatch, EventStream } from "./stream.ts"

/** The changes with sequence numbers above `after`, up to `seq`. */
interface News extends ChangeBatch {
  readonly after: number
}

interface Options {
  /** The workspace's slug. */
  workspace: string
  /** Separates the streams of different accounts in one browser. */
  reader: string
  /** The sequence number up to which this tab is current. */
  from: number
  onNews(news: News): void
  /** Reports whether the stream is connected; called repeatedly. */
  onStanding(stands: boolean): void
  /** The service ended or refused the stream; the caller finds out why. */
  onRefused(): void
}

/** Messages between the tabs. Only the leading tab has the stream; the other tabs send only `ask`. */
type Said =
  | { is: "news"; news: News }
  | { is: "here"; seq: number }
  | { is: "ask" }
  | { is: "lost" }
  | { is: "refused" }

/** An awake tab answers well within this time. */
const answerMs = 3_000
const lookMs = 60_000

/**
 * Follows a workspace's changes by one stream for all tabs of a browser, because browsers limit connections per host.
 * The leading tab forwards events to the others. A tab that missed events treats everything as changed.
 */
export class Follower {
  readonly #options: Options
  readonly #channel: BroadcastChannel
  readonly #endings = new AbortController()
  readonly #looks: ReturnType<typeof setInterval>
  #tabs: OneOfTabs
  #stream: EventStream | undefined
  #known: number
  #heardAt = Date.now()
  /** Counts the messages. A time cannot tell them apart: the tab asks within the millisecond in which it starts. */
  #heard = 0

  constructor(options: Options) {
    this.#options = options
    this.#known = options.from
    this.#channel = new BroadcastChannel(this.#name)
    this.#channel.onmessage = ({ data }) => this.#hear(data)
    this.#tabs = this.#queue()
    this.#looks = setInterval(() => this.#stream || Date.now() - this.#heardAt < lookMs || this.#wake(), lookMs / 2)
    const { signal } = this.#endings
    document.addEventListener("visibilitychange", () => document.hidden || this.#wake(), { signal })
    document.addEventListener("resume", () => this.#wake(), { signal })
    addEventListener("online", () => this.#wake(), { signal })
    addEventListener("pagehide", () => this.#tabs.close(), { signal })
    addEventListener("pageshow", ({ persisted }) => persisted && this.#comeBack(), { signal })
    this.#ask()
  }

  close(): void {
    this.#endings.abort()
    clearInterval(this.#looks)
    this.#tabs.close()
    this.#channel.close()
  }

  get #name(): string {
    return `live ${this.#options.workspace} ${this.#options.reader}`
  }

  #queue(): OneOfTabs {
    return oneOfTabs(this.#name, () => this.#lead())
  }

  #lead(): () => void {
    const stream = new EventStream({
      address: `/console/live?workspace=${this.#options.workspace}`,
      known: () => this.#known,
      onChanges: (batch) => {
        const news = { after: this.#known, ...batch }
        this.#take(news)
        this.#say({ is: "news", news })
      },
      onAlive: () => {
        this.#say({ is: "here", seq: this.#known })
        this.#options.onStanding(true)
      },
      onLost: () => {
        this.#say({ is: "lost" })
        this.#options.onStanding(false)
      },
      onRefused: () => {
        this.#say({ is: "refused" })
        this.#options.onRefused()
      },
    })
    this.#stream = stream
    return () => {
      this.#stream = undefined
      stream.close()
    }
  }

  #take({ after, seq, changes }: News): void {
    const before = this.#known
    if (changes !== "all" && seq <= before) return
    this.#known = seq
    this.#options.onNews({ after: before, seq, changes: after <= before ? changes : "all" })
  }

  #hear(said: Said): void {
    if (said.is === "ask") {
      if (this.#stream) this.#say({ is: "here", seq: this.#known })
      return
    }
    this.#heardAt = Date.now()
    this.#heard += 1
    if (said.is !== "refused") this.#options.onStanding(said.is !== "lost")
    if (said.is === "news") this.#take(said.news)
    if (said.is === "here" && said.seq > this.#known) this.#take({ after: said.seq, seq: said.seq, changes: "all" })
    if (said.is === "refused") this.#options.onRefused()
  }

  #say(said: Said): void {
    this.#channel.postMessage(said)
  }

  /** Restarts after the page was in the back/forward cache, where its stream was closed. */
  #comeBack(): void {
    this.#tabs = this.#queue()
    this.#wake()
  }

  /** Checks that the leading tab answers: the browser may have suspended it. */
  #wake(): void {
    if (this.#stream) this.#stream.wake()
    else if (!document.hidden) this.#ask()
  }

  #ask(): void {
    const before = this.#heard
    this.#say({ is: "ask" })
    setTimeout(() => {
      const isAlone = !this.#stream && this.#heard === before
      if (isAlone && !this.#endings.signal.aborted) this.#tabs.takeOver()
    }, answerMs)
  }
}
