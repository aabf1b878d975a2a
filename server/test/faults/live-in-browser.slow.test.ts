import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { until } from "#test/support/basics/until.ts"
import { noBrowser } from "#test/support/browser/studio.ts"
import { docsGround } from "#test/support/browser/writers.ts"

/** `npm run soak` makes a thousand. */
const changes = Number(process.env.LIVE_CHANGES ?? 120)
const kills = 2
/** Only these rows are compared: those below are rendered when they are scrolled into view. */
const shownRows = 10

test("a page shows the truth after many changes under kills, and never polls", async (t) => {
  if (noBrowser) return t.skip(noBrowser)
  const ground = await docsGround(t, "sqlite", { SVC_RATE_CONSOLE: "1000000" })
  const server = await ground.serve()
  const { page } = await ground.browse(server, "owner")
  const { page: colleague } = await ground.browse(server, "member")
  await page.clock.install()
  for (const one of [page, colleague]) await one.goto("/studio/links")
  const asked: string[] = []
  page.on("request", (request) => asked.push(new URL(request.url()).pathname))
  let streams = 0
  page.on("response", (response) => {
    if (response.ok() && new URL(response.url()).pathname === "/console/live") streams += 1
  })

  const made = makeLinks(colleague, changes - 1)
  let streamsBefore = 0
  for (let kill = 1; kill <= kills; kill++) {
    await untilMade(colleague, (kill * changes) / (kills + 1))
    streamsBefore = streams
    await server.restart()
  }
  await made
  await page.clock.fastForward(29_000) // ends a reconnect delay, if there is one
  await until(async () => streams > streamsBefore)
  await makeLinks(colleague, changes) // the stream reports the last one after all others

  const truth = await newest(colleague)
  assert.equal(truth.length, shownRows)
  await until(async () => JSON.stringify(await shownIn(page)) === JSON.stringify(truth))
  t.diagnostic(`${changes} links, ${kills} kills: the page asked ${asked.length} times`)

  // A first round may have the request for the last notification; a page that polls asks in each round.
  await until(async () => {
    asked.length = 0
    await page.clock.fastForward(29_000)
    await page.getByRole("heading", { level: 1, name: "Links" }).click()
    return asked.length === 0
  })
})

/** Makes links up to a number, and retries each until it is confirmed. A text, since it runs in the page. */
function makeLinks(page: Page, upTo: number): Promise<void> {
  return page.evaluate(`(async () => {
    const { data } = JSON.parse(document.getElementById("page-data").textContent)
    const make = async (number) => {
      const key = crypto.randomUUID()
      for (;;) {
        const answer = await fetch("/console/create-tagged-link?workspace=studio", {
          method: "POST",
          headers: { "content-type": "application/json", "idempotency-key": key, "svc-form-token": data.formToken },
          body: JSON.stringify({ destination: "https://example.com/" + number, title: "Link " + number }),
        }).catch(() => undefined)
        if (answer?.ok) return
        await new Promise((over) => setTimeout(over, 50))
      }
    }
    window.made ??= 0
    const one = async () => {
      while (window.made < ${upTo}) await make(++window.made)
    }
    await Promise.all([one(), one(), one(), one()])
  })()`)
}

/** Waits until this many links are begun. */
function untilMade(page: Page, count: number): Promise<void> {
  return page.evaluate(`new Promise((over) => {
    const look = () => (window.made >= ${count} ? over() : setTimeout(look, 20))
    look()
  })`)
}

/** The titles of the newest links in the service's present answer. */
function newest(page: Page): Promise<string[]> {
  return page.evaluate(`fetch("/console/list-links?workspace=studio&input=" + encodeURIComponent('{"limit":${shownRows}}'))
    .then((answer) => answer.json())
    .then(({ links }) => links.map(({ title }) => title))`)
}

/** The titles of the page's first links. */
async function shownIn(page: Page): Promise<(string | undefined)[]> {
  const rows = await page.getByRole("row", { name: /Link \d/ }).allTextContents()
  return rows.slice(0, shownRows).map((text) => /Link \d+/.exec(text)?.[0])
}
