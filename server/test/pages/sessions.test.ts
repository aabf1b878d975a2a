import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { recordSessionUses } from "#domains/accounts/index.ts"
import { dayMs } from "#kernel/time/units.ts"
import { askForCode, newestMail, openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { consoleOf, firstOf, tokenOf } from "#test/support/worlds/console-world.ts"
import { pageWorld, type Visited } from "#test/support/worlds/page-world.ts"

interface Session {
  id: string
  label: string
  isCurrent: boolean
  lastSeenAt: number
}

/** The signed-in browsers on the account's page. */
const sessionsOf = (account: Visited): Session[] => firstOf(account, "list-sessions").items

const firefox = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" }

describe("a session", () => {
  test("begins with a new id: a planted one is worthless, and the browser's old one ends", async (t) => {
    const world = await pageWorld(t)
    const browser = openBrowser(world)
    const planted = `session_${"a".repeat(43)}`
    browser.cookies.set("session", planted)
    await signIn(world, browser, "bo@example.com")
    const first = browser.cookies.get("session")
    assert.notEqual(first, planted)

    await signIn(world, browser, "bo@example.com")
    assert.notEqual(browser.cookies.get("session"), first)
    const old = openBrowser(world)
    old.cookies.set("session", String(first))
    assert.equal((await old.visit("/account")).status, 303)
    assert.equal(sessionsOf(await browser.visit("/account")).length, 1)
  })

  test("is refused from the next request on once another browser has ended it, one or all", async (t) => {
    const world = await pageWorld(t)
    const [here, there, third] = [openBrowser(world), openBrowser(world), openBrowser(world)]
    for (const browser of [here, there, third]) await signIn(world, browser, "bo@example.com")

    const { ask } = consoleOf(world)
    const sessions = sessionsOf(await here.visit("/account"))
    const [another, ...others] = sessions.filter(({ isCurrent }) => !isCurrent)
    assert.equal(others.length, 1)
    const ended = await ask(here, "end-session", { id: another?.id })
    assert.deepEqual([ended.status, ended.body], [200, { isCurrent: false }])
    const left = await Promise.all([there, third].map(async (browser) => (await browser.visit("/account")).status))
    assert.deepEqual(left.sort(), [200, 303])
    assert.deepEqual((await ask(here, "end-other-sessions")).body, { ended: 1 })
    for (const browser of [there, third]) assert.equal((await browser.visit("/account")).status, 303)
    assert.equal(sessionsOf(await here.visit("/account")).length, 1)
  })

  test("ends when its browser signs out, also for copies of its cookie", async (t) => {
    const world = await pageWorld(t)
    const browser = openBrowser(world)
    await signIn(world, browser, "bo@example.com")
    const copy = openBrowser(world)
    copy.cookies.set("session", String(browser.cookies.get("session")))

    const { header } = await browser.visit("/")
    assert.match(header.text, /Signed in as bo@example\.com/)
    const out = await browser.send(header.form("Sign out"))

    assert.equal(out.status, 303)
    assert.equal(browser.cookies.has("session"), false)
    assert.equal((await browser.visit("/")).header.hasForm("Sign out"), false)
    assert.equal((await copy.visit("/account")).status, 303)
  })

  test("ends after thirty days without use, and after 180 days in any case", async (t) => {
    const world = await pageWorld(t)
    const [idle, busy] = [openBrowser(world), openBrowser(world)]
    await signIn(world, idle, "bo@example.com")
    await signIn(world, busy, "bo@example.com")
    for (let day = 0; day < 180; day += 20) {
      assert.equal((await busy.visit("/account")).status, 200, `day ${day}`)
      await recordSessionUses(world.cx)
      world.clock.advance(20 * dayMs)
      if (day === 20) assert.equal((await idle.visit("/account")).status, 303)
    }
    assert.equal((await busy.visit("/account")).status, 303)
  })

  test("is listed with its browser and its last use, which is recorded every ten minutes", async (t) => {
    const world = await pageWorld(t)
    const browser = openBrowser(world)
    const { action, fields } = (await askForCode(browser, "bo@example.com")).form("Sign in")
    const { code } = await newestMail(world, "bo@example.com")
    await browser.post(action, { ...fields, code }, firefox)
    const other = openBrowser(world)
    await signIn(world, other, "bo@example.com")
    const seen = async () => {
      return sessionsOf(await other.visit("/account")).find(({ label }) => label === "Firefox on Linux")
    }
    const began = world.clock.now()

    world.clock.advance(599_000)
    const own = sessionsOf(await browser.visit("/account")).find(({ isCurrent }) => isCurrent)
    assert.equal(own?.label, "Firefox on Linux")
    await recordSessionUses(world.cx)
    assert.deepEqual([(await seen())?.lastSeenAt, (await seen())?.isCurrent], [began, false])
    world.clock.advance(1_000)
    await browser.visit("/")
    await recordSessionUses(world.cx)
    assert.equal((await seen())?.lastSeenAt, began + 600_000)
  })

  test("in use is recorded when the service stops", async (t) => {
    const world = await pageWorld(t)
    const browser = openBrowser(world)
    await signIn(world, browser, "bo@example.com")
    world.clock.advance(600_000)
    await browser.visit("/")
    await world.server.close()
    const { last_seen_at } = await world.app.database.read
      .selectFrom("sessions")
      .select("last_seen_at")
      .executeTakeFirstOrThrow()
    assert.equal(last_seen_at, world.clock.now())
  })

  test("leaves no usable secret in the database", async (t) => {
    const world = await pageWorld(t)
    const browser = openBrowser(world)
    const page = await askForCode(browser, "bo@example.com")
    const { code, path } = await newestMail(world, "bo@example.com")
    await browser.send(page.form("Sign in"), { code })

    const rows = JSON.stringify([
      await world.app.database.read.selectFrom("sign_ins").selectAll().execute(),
      await world.app.database.read.selectFrom("sessions").selectAll().execute(),
    ])
    const secrets = [...browser.cookies.values(), code, code.replace(" ", ""), path.split(".").at(-1) ?? ""]
    for (const secret of secrets) assert.ok(!rows.includes(secret))
  })
})

describe("a form", () => {
  test("403 without its token, with another session's, and with one from before signing in", async (t) => {
    const world = await pageWorld(t)
    const [bo, eve] = [openBrowser(world), openBrowser(world)]
    const before = (await bo.visit("/sign-in")).form("Email me a code").fields.form_token
    await signIn(world, bo, "bo@example.com")
    await signIn(world, eve, "eve@example.com")
    const others = await tokenOf(eve)
    assert.ok(before && others)

    for (const token of [undefined, "", "x", others, before]) {
      const answer = await bo.post("/workspaces/new", {
        ...{ name: "Eve was here", slug: "eves" },
        ...(token !== undefined && { form_token: token }),
      })
      assert.equal(answer.status, 403, String(token))
    }
    const form = (await bo.visit("/workspaces/new")).form("Create workspace")
    assert.equal((await bo.send(form, { name: "Bo’s", slug: "eves" })).headers.location, "/eves")
  })

  test("403 for signing in with another browser's token, so no visitor is signed in as another person", async (t) => {
    const world = await pageWorld(t)
    const [bo, eve] = [openBrowser(world), openBrowser(world)]
    await askForCode(eve, "eve@example.com")
    const { path } = await newestMail(world, "eve@example.com")
    const form = (await eve.visit(path)).form("Sign in")
    await bo.visit("/sign-in")

    assert.equal((await bo.send(form)).status, 403)
    assert.equal(bo.cookies.has("session"), false)
  })

  test("400 when another site sends it, with or without the token", async (t) => {
    const world = await pageWorld(t)
    const bo = openBrowser(world)
    await signIn(world, bo, "bo@example.com")
    const form = (await bo.visit("/workspaces/new")).form("Create workspace")
    const fields = { ...form.fields, name: "Eve", slug: "eves" }

    for (const from of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }]) {
      assert.equal((await bo.post("/workspaces/new", fields, from)).status, 400)
    }
    assert.equal((await bo.visit("/eves")).status, 403)
  })
})

describe("the cookies", () => {
  test("are __Host- and Secure where the base address is https", async (t) => {
    const host = "https://atelier.social"
    const addresses = { base: host, auth: host, mcp: `${host}/mcp`, short: `${host}/s`, files: `${host}/files` }
    const world = await pageWorld(t, {}, (app) => ({ ...app, addresses }))
    const browser = openBrowser(world)
    const { headers } = await browser.visit("/sign-in")
    assert.match(
      String(headers["set-cookie"]),
      /^__Host-browser=browser_[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/,
    )
    const page = await askForCode(browser, "bo@example.com")
    const { code } = await newestMail(world, "bo@example.com")
    const entered = await browser.send(page.form("Sign in"), { code })
    assert.match(String(entered.headers["set-cookie"]), /^__Host-session=.*; Secure$/)
    assert.equal((await browser.visit("/account")).status, 200)
  })

  test("are not set on pages that need none", async (t) => {
    const world = await pageWorld(t)
    for (const path of ["/", "/no/such/page"]) assert.equal((await world.visit(path)).headers["set-cookie"], undefined)
  })
})
