import { setTimeout as sleep } from "node:timers/promises"
import { type EventStream, openStream, type StreamEvent } from "#test/support/event-stream.ts"

/** A page that shows the newest links and follows what changes, as a browser with it open does. */
export interface LivePage {
  /** The ids of the links that it shows, newest first. */
  shown(): string
  /** The number of the last change that it knows. */
  seq(): number | undefined
  /** How often it asked for the links, how often it was told to, and how often its stream was opened. */
  tally: { fetched: number; told: number; opened: number; resets: number }
  close(): void
}

/**
 * Opens a page. `urls` says where servers are now; it asks one of them at random, and another when that one is gone. It
 * asks for the links when it is told to, or could not get them when it was, and never otherwise.
 */
export function openPage(urls: () => readonly string[], cookie: string): LivePage {
  const page = new Page(urls, cookie)
  void page.follow()
  return {
    shown: () => page.shown,
    seq: () => page.seq,
    tally: page.tally,
    close: () => page.close(),
  }
}

class Page {
  readonly #urls: () => readonly string[]
  readonly #headers: Record<string, string>
  readonly tally = { fetched: 0, told: 0, opened: 0, resets: 0 }
  shown = ""
  seq: number | undefined
  #isOld = false
  #isFetching = false
  #isClosed = false
  #stream: EventStream | undefined

  constructor(urls: () => readonly string[], cookie: string) {
    this.#urls = urls
    this.#headers = { cookie, "sec-fetch-site": "same-origin" }
  }

  close(): void {
    this.#isClosed = true
    this.#stream?.close()
  }

  async follow(): Promise<void> {
    while (!this.#isClosed) {
      await this.#hear().catch(() => {})
      await sleep(20 + Math.random() * 100)
    }
  }

  async #hear(): Promise<void> {
    const known = this.seq === undefined ? {} : { "last-event-id": String(this.seq) }
    this.#stream = await openStream(`${this.#url()}/console/live?workspace=agents`, { ...this.#headers, ...known })
    if (this.#stream.status !== 200) throw new Error(`The stream answered ${this.#stream.status}.`)
    this.tally.opened += 1
    if (this.#isOld) void this.#fetch()
    for (;;) this.#take(await this.#stream.next())
  }

  #take({ event, id, data }: StreamEvent): void {
    if (event === "reset") this.tally.resets += 1
    this.seq = id
    if (event === "changes" && !data.some(({ kind }: { kind: string }) => kind === "links")) return
    this.tally.told += 1
    this.#isOld = true
    if (!this.#isFetching) void this.#fetch()
  }

  async #fetch(): Promise<void> {
    this.#isFetching = true
    try {
      while (this.#isOld) {
        this.#isOld = false
        this.tally.fetched += 1
        await this.#read()
      }
    } catch {
      this.#isOld = true // and asks again once it hears something
    } finally {
      this.#isFetching = false
    }
  }

  async #read(): Promise<void> {
    const input = encodeURIComponent(JSON.stringify({ limit: 50 }))
    const url = `${this.#url()}/console/list-links?workspace=agents&input=${input}`
    const response = await fetch(url, { headers: { ...this.#headers, connection: "close" } })
    const { links } = (await response.json()) as { links: { id: string }[] }
    this.shown = links.map(({ id }) => id).join(" ")
  }

  #url(): string {
    const urls = this.#urls()
    return urls[Math.floor(Math.random() * urls.length)] ?? "http://127.0.0.1:1"
  }
}
