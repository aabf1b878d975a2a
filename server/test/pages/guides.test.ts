import assert from "node:assert/strict"
import { test } from "node:test"
import { readSettings } from "#config/settings.ts"
import { drawGuide } from "#surfaces/pages/developers/draw-guide.ts"
import { guideText } from "#surfaces/pages/developers/guide-text.ts"
import { guides } from "#surfaces/pages/developers/guides.ts"
import { discoveryWorld, layouts } from "#test/support/worlds/discovery-world.ts"
import { pagesOf } from "#test/support/worlds/page-world.ts"

const words = (text: string) => text.replaceAll(/\s+/g, " ").trim()

test("a guide has the same content as a page, as Markdown, by Accept, and in llms.txt", async (t) => {
  const world = await discoveryWorld(t, layouts["on hosts of their own"] ?? {})
  const { visit } = await pagesOf(world)
  const { base } = world.settings.addresses
  const host = { host: new URL(base).host }
  const llms = (await world.askAt("GET", `${base}/llms.txt`)).bytes.toString()
  for (const { name, title, about } of guides) {
    const url = `${base}/developers/${name}`
    const page = await visit(`/developers/${name}`, host)
    assert.equal(page.title, /^# (.+)/.exec((await world.askAt("GET", `${url}.md`)).bytes.toString())?.[1])
    assert.ok(String(page.headers.link).includes(`<${url}.md>; rel="alternate"; type="text/markdown"`))
    assert.match(String(page.headers.vary), /Accept/)
    const twin = await world.askAt("GET", `${url}.md`)
    const same = await world.askAt("GET", url, { headers: { accept: "text/markdown, text/html;q=0.8" } })
    for (const answer of [twin, same]) assert.equal(answer.headers["content-type"], "text/markdown; charset=utf-8")
    assert.equal(same.bytes.toString(), twin.bytes.toString())
    assert.ok(page.text.includes(words(page.all("article")[0]?.textContent ?? "none").slice(0, 40)))
    assert.equal(page.all("article")[0]?.innerHTML, drawGuide(twin.bytes.toString()).html)
    assert.ok(llms.includes(`- [${title}](${url}.md): ${about}`))
    assert.doesNotMatch(twin.bytes.toString(), /localhost:3000\/(?!oauth|api\/oauth)[^ ]*undefined|\]\((?!https?:)/)
  }
})

test("where a processor moves money, the commands with the demo stay on the reader's own computer", () => {
  const settings = readSettings({ SVC_BASE_URL: "http://localhost:4000" })
  const demo = /http:\/\/localhost:(\d+)\/(?:api\/pay|sandbox)\//g
  const portsIn = (name: string, paymentsUrl: string) => {
    const text = guideText(name, { ...settings, paymentsUrl })
    assert.doesNotMatch(text, /\]\(http:\/\/localhost:3000/, "links lead to the service")
    return new Set([...text.matchAll(demo)].map(([, port]) => port))
  }
  for (const name of ["quickstart", "pay-links", "errors-and-limits"]) {
    assert.deepEqual([...portsIn(name, "sandbox:")], ["4000"])
    assert.deepEqual([...portsIn(name, "stripe:")], ["3000"])
  }
  assert.match(guideText("client", { ...settings, paymentsUrl: "stripe:" }), /baseUrl = "http:\/\/localhost:3000"/)
  assert.doesNotMatch(guideText("agents", { ...settings, paymentsUrl: "stripe:" }), /localhost:3000/)
})

test("every link of the developers' pages leads to a page or an anchor", async (t) => {
  const { visit } = await pagesOf(await discoveryWorld(t, {}))
  const paths = ["/developers", "/developers/reference", "/developers/tools", "/developers/events", ...guides.map(({ name }) => `/developers/${name}`)] // biome-ignore format: a list
  const pages = new Map(await Promise.all(paths.map(async (path) => [path, await visit(path)] as const)))
  for (const [path, page] of pages) {
    for (const { href } of page.links.filter(({ href }) => href.includes("#"))) {
      const [target = "", id] = href.split("#")
      const shown = pages.get(target === "" ? path : target.replace("http://localhost:3000", ""))
      assert.equal(shown?.all(`[id="${id}"]`).length, 1, `${path}: ${href}`)
    }
    const others = page.links.map(({ href }) => href.replace("http://localhost:3000", "")).filter((href) => /^\/[^#]*$/.test(href)) // biome-ignore format: one thought
    for (const href of new Set(others)) assert.ok(pages.has(href) || (await visit(href)).status === 200, `${path}: ${href}`) // biome-ignore format: one thought
  }
})
