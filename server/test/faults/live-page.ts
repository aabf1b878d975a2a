import { setTimeout as sleep } from "node:timers/promises"
import { type EventStream, openStream, type StreamEvent } from "#test/support/http/event-stream.ts"

/** A simulated page that shows the newest links and follows changes. */
export interface LivePage {
  /** The ids of the shown links, newest first. */
  shown(): string
  /** The number of the last known change. */
  seq(): number | undefined
  /** How often it read the links, how often the stream caused this, and how often the stream was opened. */
  tally: { fetched: number; notified: number; opened: number; resets: number }
  close(): void
}

/**
 * Opens a page. `urls` returns the present servers. The page uses one of them at random, and another when that one has
 * ended. It reads the links only when the stream says so, or when such a read failed.
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
  readonly tally = { fetched: 0, notified: 0, opened: 0, resets: 0 }
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
    this.tally.notified += 1
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
      this.#isOld = true // and reads again at the next event
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
