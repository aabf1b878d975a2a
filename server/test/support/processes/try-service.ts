import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { samples } from "../../cards/texts.ts"
import { type ServerProcess, startServer } from "./server-process.ts"

/** Settings under which `tryService` meets no limit. */
export const withoutLimits = { SVC_RATE_READS: "1000000", SVC_RATE_IMAGES: "1000000" }

/**
 * Uses each part of a service that was started on an empty database: preview cards, a page, a sale, a file that was
 * bought, and a redirect. Then stops it. `cards` are those of another service, by question, which must be the same.
 */
export async function tryService(
  service: ServerProcess,
  cards: ReadonlyMap<string, Buffer>,
  terminate: () => unknown = () => service.process.kill("SIGTERM"),
): Promise<void> {
  const get = (path: string) => fetch(service.url + path, { redirect: "manual" })
  for (const [question, card] of cards) assert.deepEqual(await drawCard(service.url, question), card, question)

  const page = await get("/pay/demo")
  assert.equal(page.status, 200)
  const html = await page.text()
  const [asset = ""] = /\/assets\/[\w./-]+\.css/.exec(html) ?? []
  assert.equal((await get(asset)).status, 200, `the style sheet ${asset} of the page`)

  await buy(service.url)
  const redirect = await get("/s/palette")
  assert.equal(redirect.headers.get("location"), "https://docs.gimp.org/en/gimp-concepts-palettes.html")
  assert.equal((await get("/developers/quickstart.md")).status, 200)

  terminate()
  assert.deepEqual(await service.ended, { code: 0, signal: null }, service.output())
  assert.doesNotMatch(service.output(), /"level":"(warn|error)"/)
}

/** The preview cards that the service of this checkout draws of texts in many scripts, by question. */
export async function cardsOfCheckout(t: TestContext): Promise<ReadonlyMap<string, Buffer>> {
  const { url } = await startServer(t, withoutLimits)
  const cards = new Map<string, Buffer>()
  for (const { title = "", description = "" } of Object.values(samples)) {
    const question = new URLSearchParams({ title, description }).toString()
    if (question.length < longestQuestion) cards.set(question, await drawCard(url, question))
  }
  return cards
}

const longestQuestion = 4_000

async function drawCard(url: string, question: string): Promise<Buffer> {
  const response = await fetch(`${url}/api/og?${question}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.equal(response.headers.get("content-type"), "image/png", bytes.toString().slice(0, 300))
  return bytes
}

/** Buys the demo offer, and downloads a file of it. */
async function buy(url: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const headers = { "content-type": "application/json" }
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) })
    return (await response.json()) as Record<string, unknown>
  }
  const { sessionId } = await post("/api/pay/demo/checkout", { buyerEmail: "bo@example.com" })
  await post(`/sandbox/sessions/${sessionId}/pay`, { card: "4242424242424242" })
  const { deliveryUrl } = await post("/api/pay/demo/verify", { sessionId })
  const { pathname } = new URL(String(deliveryUrl))
  const delivery = await fetch(url + pathname, { headers: { accept: "application/json" } })
  const { files } = (await delivery.json()) as { files: { url: string; name: string }[] }
  const [file] = files
  assert.ok(file, "the sale delivers a file")
  const { pathname: path, search } = new URL(file.url)
  assert.match(await (await fetch(url + path + search)).text(), /\w/)
}
