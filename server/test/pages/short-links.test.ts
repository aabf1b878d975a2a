import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { editLinkAndSlug, getLinkStats } from "#domains/links/index.ts"
import { brokenDatabase } from "#test/support/databases/broken-database.ts"
import { dispatch } from "#test/support/http/dispatch.ts"
import { request } from "#test/support/http/raw-http.ts"
import { changeLink, clicksOf, shorten, verifyDomain } from "#test/support/workspace/links.ts"
import { httpWorld, listen } from "#test/support/worlds/http-world.ts"
import { pageWorld } from "#test/support/worlds/page-world.ts"

const apart = {
  SVC_BASE_URL: "http://app.localhost:3000",
  SVC_SHORT_URL: "http://go.localhost:3000",
  SVC_FILES_URL: "http://files.localhost:3000",
}

describe("GET {short}/{slug}", () => {
  test("302 to the destination, uncached, and the target learns the page with the link", async (t) => {
    const world = await httpWorld(t)
    const { id } = await shorten(world, { slug: "spring" })
    const { status, headers, bytes } = await world.get("/s/Spring?ref=x")
    assert.equal(status, 302)
    assert.equal(headers.location, "https://example.com/spring")
    assert.equal(headers["cache-control"], "no-store")
    assert.equal(headers["referrer-policy"], undefined)
    assert.equal(headers["x-robots-tag"], "noindex")
    assert.equal(headers["content-length"], "0")
    assert.equal(headers["set-cookie"], undefined)
    assert.equal(bytes.length, 0)
    assert.equal(await clicksOf(world, id), 1)
  })

  test("302 with the visitor's query, where the link passes it on", async (t) => {
    const world = await httpWorld(t)
    await shorten(world, { slug: "spring", destination: "https://example.com/?a=1", passesQuery: true })
    const { status, headers } = await world.get("/s/spring?b=%C3%BC&a=2")
    assert.equal(status, 302)
    assert.equal(headers.location, "https://example.com/?a=1&b=%C3%BC")
  })

  test("302 with parameters as they were sent, also those that a site appended as if there were others", async (t) => {
    const world = await httpWorld(t)
    await shorten(world, { slug: "spring", destination: "https://example.com/?it's=1", passesQuery: true })
    for (const [sent, arrived] of [
      ["?q=%FC&flag&a=%20+%2B", "q=%FC&flag&a=%20+%2B"],
      ["&fbclid=IwAR0-x%20y", "fbclid=IwAR0-x%20y"],
      ["&amp;utm_source=mail?b=1", "utm_source=mail&b=1"],
      ["/?b=1", "b=1"],
      [".?b=%", "b=%"],
    ] as const) {
      const { status, headers } = await world.get(`/s/spring${sent}`)
      assert.equal(status, 302, sent)
      assert.equal(headers.location, `https://example.com/?it's=1&${arrived}`, sent)
    }
    assert.equal((await world.get("/s/spring&gt;")).headers.location, "https://example.com/?it's=1")
  })

  test("302 for an address with what a text or a mail program appended, and each click counts", async (t) => {
    const world = await httpWorld(t)
    const { id, destination } = await shorten(world, { slug: "spring" })
    const appended = [
      "/",
      "//",
      ".",
      ",",
      ").",
      "%20",
      "%3E",
      "%22",
      "%E2%80%9D",
      "%E2%80%8B",
      "%",
      "%E2%80",
      "%FF",
      "&",
      "]",
    ]
    for (const more of appended) {
      const { status, headers } = await world.get(`/s/spring${more}`)
      assert.equal(status, 302, more)
      assert.equal(headers.location, destination)
    }
    assert.equal(await clicksOf(world, id), appended.length)
    for (const other of ["/s/", "/s/%", "/s/spring/more", "/s/).", "/s/sprin."]) {
      assert.equal((await world.get(other)).status, 404, other)
    }
  })

  test("302 with every character that may be in a request, as it was sent", async (t) => {
    const world = await httpWorld(t)
    await shorten(world, { slug: "spring", destination: "https://example.com/?it's=1", passesQuery: true })
    const { port } = await listen(world)
    const query = "~!*()[]'={}|^`\\<>\"&u=https://e.com/?q&%zz"
    const asked = `GET /s/spring?${query} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
    const { status, headers } = await request(port, asked)
    assert.equal(status, 302)
    assert.equal(headers.location, `https://example.com/?it's=1&${query}`)
  })

  test("302 to an address in capitals, as codes for cameras have it", async (t) => {
    const world = await httpWorld(t)
    const { destination } = await shorten(world, { slug: "spring" })
    const { status, headers } = await world.get("/S/SPRING")
    assert.equal(status, 303)
    assert.equal((await world.get(String(headers.location))).headers.location, destination)
  })

  test("302 to the new destination right after an edit", async (t) => {
    const world = await httpWorld(t)
    const { id } = await shorten(world, { slug: "spring" })
    await world.get("/s/spring")
    await world.act("member", editLinkAndSlug, { id, destination: "https://example.com/summer" })
    assert.equal((await world.get("/s/spring")).headers.location, "https://example.com/summer")
    assert.equal(await clicksOf(world, id), 2)
  })

  test("302 for HEAD, for prefetches and for crawlers, without counting them", async (t) => {
    const world = await httpWorld(t)
    const { id } = await shorten(world, { slug: "spring" })
    for (const answer of [
      await world.ask("HEAD", "/s/spring"),
      await world.get("/s/spring", { "sec-purpose": "prefetch;prerender" }),
      await world.get("/s/spring", { "user-agent": "Slackbot-LinkExpanding 1.0" }),
    ]) {
      assert.equal(answer.status, 302)
      assert.equal(answer.headers.location, "https://example.com/spring")
    }
    assert.equal(await clicksOf(world, id), 0)
  })

  test("302 for previews, which use nothing of a click limit, and for the people after them", async (t) => {
    const world = await httpWorld(t)
    const { id } = await shorten(world, { slug: "first", clickLimit: 1 })
    const visit = (agent: string) => world.get("/s/first", { "user-agent": agent })
    for (const agent of ["Mozilla/4.0 (compatible; ms-office; MSOffice 16)", "Tumblr/14.0.835.186", "NotionEmbedder"]) {
      assert.equal((await visit(agent)).status, 302)
    }
    assert.equal(await clicksOf(world, id), 0)
    const person = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 Snapchat/14.25.0.48"
    assert.equal((await visit(person)).status, 302)
    assert.equal((await visit(person)).status, 410)
    assert.equal(await clicksOf(world, id), 1)
  })

  test("302 counts the hosts of a site as one source, and names an Android app", async (t) => {
    const world = await httpWorld(t)
    const { id } = await shorten(world, { slug: "spring" })
    for (const referer of [
      ...[
        "https://l.facebook.com/",
        "http://m.facebook.com/x",
        "https://lm.facebook.com/",
        "https://www.facebook.com/",
      ],
      ...[
        "android-app://com.google.android.gm/",
        "android-app://com.google.android.gm",
        "android-app://org.example.reader",
      ],
    ]) {
      await world.get("/s/spring", { referer })
    }
    const { referrers } = await world.act("viewer", getLinkStats, { id })
    assert.deepEqual(referrers, [
      { host: "facebook.com", clicks: 4 },
      { host: "com.google.android.gm", app: "Gmail", clicks: 2 },
      { host: "org.example.reader", clicks: 1 },
    ])
  })

  test("302 stores no data of the visitor", async (t) => {
    const world = await httpWorld(t)
    await shorten(world, { slug: "spring" })
    await world.get("/s/spring", { "x-forwarded-for": "203.0.113.77", referer: "https://from.example/page" })
    const rows = await world.app.database.read.selectFrom("short_links").selectAll().execute()
    assert.doesNotMatch(JSON.stringify(rows), /203\.0\.113|127\.0\.0\.1|from\.example/)
  })

  test("404 as a page for browsers, as the envelope for other clients", async (t) => {
    const world = await pageWorld(t)
    const page = await world.visit("/s/nothing")
    assert.equal(page.status, 404)
    assert.equal(page.title, "Page not found")
    assert.equal(page.headers["cache-control"], "no-store")
    const { status, headers, body } = await world.get("/s/nothing")
    assert.equal(status, 404)
    assert.equal(headers["cache-control"], "no-store")
    assert.equal(body.error.code, "not_found")
  })

  test("404 as a page for browsers, for an address that cannot be decoded or is too long", async (t) => {
    const world = await pageWorld(t)
    for (const path of ["/s/nothing%", "/s/%zz", "/s/%E2%80", `/s/${"a".repeat(300)}`, `/pay/${"a".repeat(300)}`]) {
      const page = await world.visit(path)
      assert.equal(page.status, 404, path)
      assert.equal(page.title, "Page not found", path)
      const { status, body } = await world.get(path)
      assert.equal(status, 404, path)
      assert.equal(body.error.code, "not_found")
    }
  })

  test("410 with the reason for a link that has ended", async (t) => {
    const world = await pageWorld(t)
    const { id } = await shorten(world, { slug: "spring" })
    for (const [set, reason] of [
      [{ expires_at: 1 }, /expired/],
      [{ expires_at: null, click_limit: 1, clicks: 1 }, /visit limit/],
      [{ click_limit: null, suspended_at: 1 }, /suspended/],
      [{ suspended_at: null, deleted_at: 1 }, /deleted/],
    ] as const) {
      await changeLink(world, id, set)
      const page = await world.visit("/s/spring")
      assert.equal(page.status, 410)
      assert.equal(page.title, "No longer available")
      assert.match(page.text, reason)
      const { status, body } = await world.get("/s/spring")
      assert.equal(status, 410)
      assert.match(body.error.message, reason)
    }
  })

  test("404 for other methods", async (t) => {
    const world = await httpWorld(t)
    await shorten(world, { slug: "spring" })
    for (const method of ["POST", "PUT", "DELETE"]) assert.equal((await world.ask(method, "/s/spring")).status, 404)
  })

  test("500 when the click cannot be counted", async (t) => {
    const world = await httpWorld(t, {
      change: (app) => ({
        ...app,
        database: { ...app.database, transaction: brokenDatabase(app).database.transaction },
      }),
    })
    const { app, callers } = world
    await shorten({ app, callers }, { slug: "spring" })
    const { status, headers, body } = await world.get("/s/spring")
    assert.equal(status, 500)
    assert.equal(headers.location, undefined)
    assert.equal(body.error.code, "internal_error")
  })
})

describe("links on a separate host", () => {
  test("302 on the short host and only there", async (t) => {
    const world = await httpWorld(t, { settings: apart, change: (app) => withAddresses(app) })
    await shorten(world, { slug: "spring" })
    assert.equal((await world.get("/spring", { host: "go.localhost:3000" })).status, 302)
    const { headers } = await world.get("/spring", { host: "app.localhost:3000" })
    assert.equal(headers.location, "/sign-in?return_to=%2Fspring", "there it may be a workspace")
    assert.equal((await world.get("/spring", { host: "files.localhost:3000" })).status, 404)
  })

  test("404 as a page there, with its assets", async (t) => {
    await pageWorld(t) // the pages are built
    const world = await httpWorld(t, { settings: apart, change: (app) => withAddresses(app) })
    const on = { host: "go.localhost:3000", accept: "text/html" }
    for (const path of ["/", "/nothing", "/two/parts", "/sign-in"]) {
      const { status, bytes } = await world.get(path, on)
      assert.equal(status, 404, path)
      const script = /<script type="module" src="([^"]+)"/.exec(bytes.toString())?.[1] ?? ""
      assert.equal((await world.get(script, on)).status, 200)
    }
  })

  test("404 for the API there", async (t) => {
    const world = await httpWorld(t, { settings: apart, change: (app) => withAddresses(app) })
    const headers = { host: "go.localhost:3000" }
    assert.equal((await dispatch(world.server, { url: "/api/onboard/check-slug?slug=x", headers })).statusCode, 404)
  })
})

describe("links on a workspace's own domain", () => {
  test("302 for its own links, even if the path has another meaning elsewhere", async (t) => {
    const world = await httpWorld(t)
    await verifyDomain(world, "go.studio.com")
    for (const slug of ["spring", "mcp", "api", "s", "claim", "assets"]) {
      const destination = `https://example.com/own/${slug}`
      const { id } = await shorten(world, { slug, domain: "go.studio.com", destination })
      for (const host of ["go.studio.com", "GO.studio.com:443", "go.studio.com."]) {
        const { status, headers } = await world.get(`/${slug}`, { host })
        assert.equal(status, 302, `${host}/${slug}`)
        assert.equal(headers.location, destination)
      }
      assert.equal(await clicksOf(world, id), 3)
    }
  })

  test("302 there, too, for an address with what was appended", async (t) => {
    const world = await httpWorld(t)
    await verifyDomain(world, "go.studio.com")
    const { id, destination } = await shorten(world, { slug: "spring", domain: "go.studio.com" })
    const appended = ["/", ")", "&fbclid=x", "%", "%E2%80%A6"]
    for (const more of appended) {
      const { headers } = await world.get(`/spring${more}`, { host: "go.studio.com" })
      assert.equal(headers.location, destination, more)
    }
    assert.equal(await clicksOf(world, id), appended.length)
  })

  test("302 for names with parts, points, letters of any script and 190 characters, here and on the short host", async (t) => {
    const world = await httpWorld(t)
    await verifyDomain(world, "go.studio.com")
    const shared = ["my_link", "blog/2024", "menu.pdf", "x".repeat(190)]
    for (const slug of [...shared, "café", "日本/夏", "й".repeat(190)]) {
      const own = await shorten(world, { slug, domain: "go.studio.com" })
      const answer = await world.get(new URL(own.shortUrl).pathname, { host: "go.studio.com" })
      assert.deepEqual([answer.status, answer.headers.location], [302, own.destination], slug)
    }
    for (const slug of shared) {
      const { shortUrl, destination } = await shorten(world, { slug })
      const answer = await world.get(new URL(shortUrl).pathname.toUpperCase().replace("/S/", "/s/"))
      assert.deepEqual([answer.status, answer.headers.location], [302, destination], slug)
    }
  })

  test("404 for all other paths, as a page without strict-transport-security for the domain", async (t) => {
    await pageWorld(t) // the pages are built
    const base = "https://atelier.social"
    const addresses = { base, auth: base, mcp: `${base}/mcp`, short: `${base}/s`, files: `${base}/files` }
    const world = await httpWorld(t, { change: (app) => ({ ...app, addresses }) })
    await verifyDomain(world, "go.studio.com")
    await shorten(world, { slug: "spring" })
    const on = { host: "go.studio.com", accept: "text/html" }
    for (const url of [
      "/",
      "/spring",
      "/s/spring",
      "/sign-in",
      "/pay/demo",
      "/openapi.json",
      "/.well-known/mcp.json",
    ]) {
      const { statusCode, payload, headers } = await dispatch(world.server, { url, headers: on })
      assert.equal(statusCode, 404, url)
      assert.equal(headers["strict-transport-security"], undefined)
      const script = /<script type="module" src="([^"]+)"/.exec(payload)?.[1] ?? ""
      assert.equal((await world.get(script, on)).status, 200)
    }
    assert.ok((await world.get("/no.thing", { accept: "text/html" })).headers["strict-transport-security"])
    for (const [method, url] of [
      ["GET", "/api/onboard/check-slug?slug=x"],
      ["POST", "/api/onboard/check-domain"],
      ["POST", "/mcp"],
      ["POST", "/api/oauth/token"],
    ] as const) {
      assert.equal((await dispatch(world.server, { method, url, headers: on })).statusCode, 404, `${method} ${url}`)
    }
    assert.equal((await world.get("/api/health", on)).status, 200)
  })

  test("a host that is no verified domain is served as before", async (t) => {
    const world = await httpWorld(t)
    const elsewhere = { host: "go.nobody.com" }
    await shorten(world, { slug: "spring" })
    assert.equal((await world.get("/api/onboard/check-slug?slug=x", elsewhere)).status, 200)
    assert.equal((await world.get("/s/spring", elsewhere)).status, 302)
    assert.equal((await world.get("/spring", elsewhere)).headers.location, "/sign-in?return_to=%2Fspring")
    await verifyDomain(world, "go.studio.com")
    await world.app.database.transaction((db) => db.deleteFrom("directory").where("kind", "=", "hostname").execute())
    assert.equal((await world.get("/api/onboard/check-slug?slug=x", { host: "go.studio.com" })).status, 200)
  })

  test("500 when the domain cannot be looked up, while the health check still works", async (t) => {
    const world = await httpWorld(t, { change: brokenDatabase })
    assert.equal((await world.get("/spring", { host: "go.studio.com" })).status, 500)
    assert.equal((await world.get("/api/health", { host: "go.studio.com" })).status, 200)
  })
})

function withAddresses<Parts extends { addresses: object }>(app: Parts): Parts {
  const [base, short, files] = Object.values(apart)
  return { ...app, addresses: { base, auth: base, mcp: `${base}/mcp`, short, files } }
}
