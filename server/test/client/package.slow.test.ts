import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { basename, join } from "node:path"
import { test } from "node:test"
import { gzipSync } from "node:zlib"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"
import { rolldown } from "rolldown"
import { readVersion } from "#start/version.ts"
import { launchBrowser } from "#test/support/browser/chromium.ts"
import { listen as listenTo } from "#test/support/http/listen.ts"
import { httpTill, listen } from "#test/support/worlds/http-world.ts"
import { checkout } from "../../../deploy/release/assemble.ts"
import { blocks, blocksOf, installClient, signWebhook, tryClient } from "./packed-client.ts"

test("the packed client, in an empty project", async (t) => {
  const { project, tarball } = installClient(t)
  const installed = join(project, "node_modules/@atelier/client")
  assert.equal(basename(tarball), `atelier-client-${readVersion()}.tgz`)
  const bytes = new Uint8Array(readFileSync(tarball))

  await t.test("buys, is refused and verifies a webhook as docs/developers/client.md does", async (t) => {
    assert.deepEqual(blocks.more, [], "each block runs")
    assert.deepEqual(blocksOf("client/README.md"), [blocks.refusal])
    await tryClient(t, project)
  })

  await t.test("has the licence", () => {
    assert.equal(readFileSync(join(installed, "LICENSE"), "utf8"), readFileSync(join(checkout, "LICENSE"), "utf8"))
  })

  await t.test("works in Chromium, on a page of another origin", async (t) => {
    const till = await httpTill(t)
    const { url: baseUrl } = await listen(till)
    const site = createServer(({ url: path = "" }, response) => {
      const isScript = path.endsWith(".js")
      response.setHeader("content-type", isScript ? "text/javascript" : "text/html")
      response.end(isScript ? readFileSync(join(installed, "dist", path)) : "<!doctype html><title>Shop</title>")
    })
    const port = await listenTo(t, site)
    const browser = await launchBrowser()
    t.after(() => browser.close())
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${port}/`)
    const webhook = signWebhook()
    const given = { baseUrl, key: till.offer.key, ...webhook }
    assert.deepEqual(await page.evaluate(`(${useClient})(${JSON.stringify(given)})`), {
      ...{ title: "Type specimen", hasSession: true, code: "not_found", hasRequestId: true },
      events: ["webhook.test", "webhook.test"],
    })
    assert.equal((await till.purchases()).length, 1)
  })

  await t.test("is clean for publint, and for attw as `esm-only`", async () => {
    const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true })
    assert.deepEqual(messages, [])
    const checked = await checkPackage(createPackageFromTarballData(bytes))
    assert.ok(checked.types !== false)
    const problems = checked.problems.filter(
      (one) => !("resolutionKind" in one && ["node10", "node16-cjs"].includes(one.resolutionKind)),
    )
    assert.deepEqual(problems, [])
  })

  await t.test("has at most 2 kB for each entry, minified and compressed", async () => {
    for (const entry of ["client", "webhooks"]) {
      const bundle = await rolldown({ input: join(installed, `dist/${entry}.js`) })
      const { output } = await bundle.generate({ minify: true })
      const size = gzipSync(output[0].code, { level: 9 }).length
      assert.ok(output.length === 1 && size <= 2_000, `${entry} has ${size} bytes`)
    }
  })
})

/** What the page does, as text: its modules are those of the page's address. */
const useClient = `async ({ baseUrl, key, body, headers, keys }) => {
  const { openClient } = await import("/client.js")
  const { verifyWebhook } = await import("/webhooks.js")
  const atelier = openClient({ baseUrl })
  const { offer } = await atelier.getOffer({ key })
  const checkout = await atelier.startCheckout({ key, buyerEmail: "bo@example.com" })
  const error = await atelier.getOffer({ key: "none" }).catch((error) => error)
  const events = await Promise.all(keys.map((key) => verifyWebhook(body, headers, key)))
  return {
    title: offer.title,
    hasSession: checkout.sessionId.length > 0,
    code: error.code,
    hasRequestId: error.requestId?.length > 0,
    events: events.map(({ type }) => type),
  }
}`
