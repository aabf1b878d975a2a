import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { returnedSession } from "#domains/handover/index.ts"
import { pages } from "#surfaces/pages/pages.ts"
import { everyPage } from "#test/support/pages/every-page.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { pageWorld } from "#test/support/worlds/page-world.ts"

describe("every page's document", () => {
  test("200 with headers that allow only this service's scripts", async (t) => {
    const { visit } = await pageWorld(t)

    const { status, headers, html } = await visit("/")

    assert.equal(status, 200)
    const policy = String(headers["content-security-policy"])
    const nonce = /script-src 'nonce-([\w-]{22})';/.exec(policy)?.[1]
    assert.ok(nonce, policy)
    for (const directive of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"]) {
      assert.ok(policy.includes(directive), directive)
    }
    assert.doesNotMatch(policy, /unsafe-|style-src-/)
    assert.ok(policy.includes(`style-src 'nonce-${nonce}';`), policy)
    assert.equal(headers["x-content-type-options"], "nosniff")
    assert.equal(headers["referrer-policy"], "no-referrer")
    assert.equal(headers["cross-origin-opener-policy"], "same-origin")
    assert.equal(headers["strict-transport-security"], undefined)
    for (const [tag] of html.matchAll(/<(script|style|link rel="(stylesheet|modulepreload)")[^>]*>/g)) {
      assert.ok(tag.includes(`nonce="${nonce}"`), tag)
    }
    assert.doesNotMatch(html, / on\w+="/)
  })

  test("a page's style and font load before its scripts, except where scripts draw it", async (t) => {
    const world = await everyPage(t)
    const priorities = async (path: string | undefined) => {
      const { html } = await world.visit(`${path}`, world.person.headers())
      return new Set([...html.matchAll(/ fetchpriority="(\w+)"/g)].map(([, priority]) => priority))
    }
    assert.deepEqual(await priorities(world.paths.pay), new Set(["low"]))
    assert.deepEqual(await priorities(world.paths.console), new Set(["auto"]))
  })

  test("a page of the console loads the scripts of its own view together with the console's", async (t) => {
    const world = await everyPage(t)
    const preloadsOf = async (path: string) => {
      const { html } = await world.visit(path, world.person.headers())
      return [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, href]) => href)
    }
    const [overview, drive, missing] = await Promise.all(
      ["", "/drive", "/zzzz"].map((below) => preloadsOf(`${world.paths.console}${below}`)),
    )
    const isOnlyIn = (paths: unknown[] = [], others: unknown[] = []) => paths.filter((path) => !others.includes(path))
    assert.ok(isOnlyIn(overview, missing).some((path) => /\/view-/.test(`${path}`)))
    assert.ok(isOnlyIn(drive, overview).some((path) => /\/view-/.test(`${path}`)))
    assert.deepEqual(isOnlyIn(missing, overview), [])
    assert.equal(new Set(drive).size, drive?.length)
  })

  test("a nonce is used once", async (t) => {
    const { visit } = await pageWorld(t)
    const policies = await Promise.all([visit("/"), visit("/")])
    assert.notEqual(policies[0].headers["content-security-policy"], policies[1].headers["content-security-policy"])
  })

  test("a seller's text stays text in the HTML", async (t) => {
    const world = await pageWorld(t)
    const title = `</script><script>alert("x")</script>`
    const description = `"><img src=x onerror=alert(1)>`
    const { shortKey } = await offerOnSale(world, { title, description })

    const page = await world.visit(`/pay/${shortKey}`)

    assert.equal(page.title, title)
    assert.ok(page.text.includes(description))
    assert.doesNotMatch(page.html, /<script>|<img/)
  })

  test("a seller's and a visitor's text stays text in the scripts' initial data", async (t) => {
    const world = await everyPage(t)
    const name = `</script><script>alert("x")</script><!--<img src=x>`
    await world.app.database.transaction((db) => db.updateTable("workspaces").set({ name }).execute())
    const { upload, console, pay } = world.paths

    const pages = [
      await world.visit(`${upload}`),
      await world.person.visit(`${console}`),
      await world.visit(`${pay}?${new URLSearchParams({ [returnedSession]: name })}`),
    ]

    const [uploading, inside, paying] = pages.map(({ island }) => island)
    assert.deepEqual([uploading.workspaceName, inside.workspace.name, paying.returnedSessionId], [name, name, name])
    for (const { html } of pages) assert.doesNotMatch(html, /<script>|<img|<!--/)
  })

  test("only pages with an island have data for scripts", async (t) => {
    const { person, paths } = await everyPage(t)
    const ids = [...new Set(pages.map(({ id }) => id))]
    assert.deepEqual(Object.keys(paths).sort(), ids.sort())
    const withIsland = []
    for (const [id, path] of Object.entries(paths)) {
      const { status, island, html } = await person.visit(path)
      assert.equal(status, 200, path)
      if (html.includes(`<script type="application/json"`)) withIsland.push(id)
      assert.equal(island !== undefined, html.includes(`<script type="application/json"`), path)
    }
    assert.deepEqual(withIsland.sort(), ["console", "embed", "pay", "upload"])
  })

  test("a page that may be found has a description, and no other may be found", async (t) => {
    const { visit, person, paths } = await everyPage(t)
    for (const { id, isPrivate } of pages) {
      const { html, headers } = await (isPrivate ? person.visit(String(paths[id])) : visit(String(paths[id])))
      const description = /<meta name="description" content="([^"]*)">/.exec(html)?.[1]
      assert.equal(html.includes('<meta name="robots" content="noindex">'), isPrivate, id)
      assert.equal(headers["x-robots-tag"], isPrivate ? "noindex" : undefined, id)
      if (!isPrivate) assert.match(description ?? "", /^.{15,200}$/, id)
    }
  })

  test("a long description is cut for search engines and previews", async (t) => {
    const world = await pageWorld(t)
    const { shortKey } = await offerOnSale(world, { description: `Eight colours.\n\n${"for artists ".repeat(99)}` })
    const { html } = await world.visit(`/pay/${shortKey}`)
    const described = [...html.matchAll(/(?:name="|og:)description" content="([^"]*)"/g)].map(([, words]) => `${words}`)
    assert.equal(described.length, 2)
    for (const words of described) assert.match(words, /^Eight colours\. for artists .{150,174}…$/)
  })

  test("the HTML of a page has no inline style, script or event handler", async (t) => {
    const { person, paths } = await everyPage(t)
    for (const path of [...Object.values(paths), "/no.thing"]) {
      const { html } = await person.visit(path)
      assert.doesNotMatch(html, /<[^>]* style=|<style| on[a-z]+="|javascript:/, path)
      for (const [tag] of html.matchAll(/<script[^>]*>/g))
        assert.match(tag, /src="\/assets\/|id="page-data"|type="application\/ld\+json"/, path)
    }
  })

  test("its assets exist, may be cached forever, and are sent compressed to clients that support it", async (t) => {
    const { visit, server } = await pageWorld(t)
    const { html } = await visit("/")
    const addresses = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => String(match[1]))
    assert.ok(addresses.length >= 4)

    for (const url of addresses) {
      const plain = await server.inject({ method: "GET", url })
      assert.equal(plain.statusCode, 200, url)
      assert.equal(plain.headers["cache-control"], "public, max-age=31536000, immutable")
      assert.equal(plain.headers["content-encoding"], undefined)
      const isText = /\.(js|css|svg)$/.test(url)
      assert.equal(plain.headers.vary, isText ? "Accept-Encoding" : undefined, url)
      const tags = new Set([plain.headers.etag])
      for (const coding of isText ? ["br", "gzip"] : []) {
        const packed = await server.inject({ method: "GET", url, headers: { "accept-encoding": coding } })
        assert.equal(packed.headers["content-encoding"], coding, url)
        assert.ok(packed.rawPayload.length < plain.rawPayload.length, url)
        tags.add(packed.headers.etag)
      }
      assert.equal(tags.size, isText ? 3 : 1, "each coding has an entity tag of its own")
    }
  })

  test("no response with a token or for one visitor is compressed", async (t) => {
    const world = await everyPage(t)
    const headers = { ...world.person.headers(), "accept-encoding": "br, gzip" }
    for (const path of [...Object.values(world.paths), "/api/og?title=A", "/api/pay/demo"]) {
      const answer = await world.visit(path, headers)
      assert.equal(answer.headers["content-encoding"], undefined, path)
    }
  })

  test("404 for a file that does not exist", async (t) => {
    const { server } = await pageWorld(t)
    for (const url of ["/assets/nothing.js", "/assets/..%2fstamp", "/assets/%2e%2e%2f%2e%2e%2fpackage.json"]) {
      assert.equal((await server.inject({ method: "GET", url })).statusCode, 404, url)
    }
  })
})
