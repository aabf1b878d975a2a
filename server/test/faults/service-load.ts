import { randomUUID } from "node:crypto"
import { Agent, type IncomingMessage, request } from "node:http"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import type { Database } from "#storage/database.ts"
import { enterInDirectory, entryOfLink } from "#test/support/workspace/directory.ts"

/** The outcomes of requests while the database failed. */
export interface ServiceTally {
  redirects: number
  checkouts: number
  /** Answered with 503, `internal_error` and Retry-After. */
  outages: number
  lost: number
  doubled: number
  /** Any other response, or none. */
  strange: string[]
}

/** How often a link was requested, and how often it redirected. */
interface Visits {
  slug: string
  sent: number
  answered: number
}

export interface ServiceLoad {
  /** How many redirects were answered so far. */
  redirects(): number
  end(truth: Database): Promise<ServiceTally>
}

/** The running load and its results so far. */
interface Running extends Pick<ServiceTally, "redirects" | "outages" | "strange"> {
  readonly url: string
  readonly agent: Agent
  readonly visits: Visits[]
  /** The session in each buyer's checkout response. */
  readonly sessions: Map<string, string>
  /** How long a client waits between two requests. */
  readonly pauseMs: number
  isOpen: boolean
}

/**
 * Visits new short links of the demo's studio, and opens checkouts of its offer, each for a new buyer with one key.
 * Retries each until it succeeds. Without `pauseMs` each client sends its next request at once.
 */
export async function openServiceLoad(
  url: string,
  truth: Database,
  { visitors = 16, buyers = 4, pauseMs = 0 } = {},
): Promise<ServiceLoad> {
  const visits: Visits[] = (await insertLinks(truth)).map((slug) => ({ slug, sent: 0, answered: 0 }))
  const agent = new Agent({ keepAlive: true })
  const sessions = new Map<string, string>()
  const strange: string[] = []
  const load: Running = { url, agent, visits, sessions, redirects: 0, outages: 0, strange, pauseMs, isOpen: true }
  const fail = (fault: unknown) => void strange.push(String(fault))
  let next = 0
  const nextLink = () => visits[next++ % visits.length]
  const running = Promise.all([
    ...Array.from({ length: visitors }, () => visit(load, nextLink).catch(fail)),
    ...Array.from({ length: buyers }, () => buy(load).catch(fail)),
  ])
  return {
    redirects: () => load.redirects,
    async end() {
      load.isOpen = false
      await running
      agent.destroy()
      const wrong = await compare(truth, visits, sessions)
      const { redirects, outages } = load
      return { redirects, checkouts: sessions.size, outages, ...wrong, strange }
    },
  }
}

async function visit(load: Running, nextLink: () => Visits | undefined): Promise<void> {
  while (load.isOpen) {
    if (load.pauseMs > 0) await sleep(load.pauseMs)
    const link = nextLink()
    if (!link) throw new Error("There are no links.")
    link.sent += 1
    const answer = await send(load.agent, `${load.url}/s/${link.slug}`)
    if (answer.status === 302) {
      link.answered += 1
      load.redirects += 1
    } else if (isOutage(load, answer)) {
      await sleep(20)
    }
  }
}

async function buy(load: Running): Promise<void> {
  const url = `${load.url}/api/pay/demo/checkout`
  while (load.isOpen) {
    if (load.pauseMs > 0) await sleep(load.pauseMs)
    const buyerEmail = `${randomUUID()}@example.com`
    const key = randomUUID()
    while (load.isOpen) {
      const answer = await send(load.agent, url, { key, body: JSON.stringify({ buyerEmail }) })
      if (answer.status === 200) load.sessions.set(buyerEmail, JSON.parse(answer.body).sessionId)
      if (answer.status === 200 || !isOutage(load, answer)) break
      await sleep(50)
    }
  }
}

/** Records an unexpected response, and returns whether to retry the request. */
function isOutage(load: Running, { status, headers, body }: Answer): boolean {
  if (status !== 503 && status !== 409) {
    load.strange.push(`${status} ${body}`)
    return false
  }
  if (headers["retry-after"] === undefined) load.strange.push(`${status} without Retry-After`)
  if (status === 503 && JSON.parse(body).error.code !== "internal_error") load.strange.push(body)
  if (status === 503) load.outages += 1
  return true
}

/** Lost: answered but missing. Doubled: present more often than requested. */
async function compare({ read }: Database, visits: Visits[], sessions: Map<string, string>) {
  let [lost, doubled] = [0, 0]
  const links = await read.selectFrom("short_links").select(["slug", "clicks"]).execute()
  const clicksOf = new Map(links.map(({ slug, clicks }) => [slug, clicks]))
  for (const { slug, sent, answered } of visits) {
    const clicks = clicksOf.get(slug) ?? 0
    lost += Math.max(0, answered - clicks)
    doubled += Math.max(0, clicks - sent)
  }
  const purchases = await read.selectFrom("purchases").select(["buyer_email", "checkout_session_id"]).execute()
  const byBuyer = Map.groupBy(purchases, ({ buyer_email }) => buyer_email)
  for (const own of byBuyer.values()) if (own.length > 1) doubled += 1
  for (const [buyer, session] of sessions) {
    if (!byBuyer.get(buyer)?.some(({ checkout_session_id }) => checkout_session_id === session)) lost += 1
  }
  return { lost, doubled }
}

async function insertLinks({ read, transaction }: Database): Promise<string[]> {
  const demo = await read.selectFrom("short_links").selectAll().limit(1).executeTakeFirstOrThrow()
  const slugs = Array.from({ length: 500 }, (_, n) => `visit-${n}`)
  const rows = slugs.map((slug) => ({ ...demo, id: `link_${slug}`, slug, clicks: 0, click_limit: null }))
  await transaction(async (db) => {
    await db.insertInto("short_links").values(rows).execute()
    await enterInDirectory(db, ...rows.map(entryOfLink))
  })
  return slugs
}

interface Answer {
  status: number
  headers: IncomingMessage["headers"]
  body: string
}

interface Post {
  key: string
  body: string
  /** The buyer's address, for a service that trusts its proxy. */
  network?: string
}

/** A GET, or a POST with a key. */
export function send(agent: Agent, url: string, post?: Post): Promise<Answer> {
  const headers = {
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    ...(post && { "content-type": "application/json", "idempotency-key": post.key }),
    ...(post?.network !== undefined && { "x-forwarded-for": post.network }),
  }
  return new Promise((resolve, reject) => {
    request(url, { agent, headers, method: post ? "POST" : "GET" }, (response) => {
      text(response).then((body) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
      }, reject)
    })
      .on("error", reject)
      .end(post?.body)
  })
}
