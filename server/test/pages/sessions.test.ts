import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { pageWorld, type Visited } from "#test/support/page-world.ts"
import { askForCode, newestMail, openBrowser, signIn } from "#test/support/people.ts"

/** The lines of the browsers that are signed in, on the account page. */
const sessionsOf = (account: Visited) => account.section("Where you are signed in").rows

const dayMs = 86_400_000
const firefox = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" }

describe("a session", () => {
  test("begins with a new id: one that was planted before is worth nothing, and the old one of a browser ends", async (t) => {
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

    const account = await here.visit("/account")
    assert.equal(sessionsOf(account).filter(({ text }) => text.includes("This browser")).length, 1)
    assert.equal((await here.send(account.form("End"))).status, 303)
    const left = await Promise.all([there, third].map(async (browser) => (await browser.visit("/account")).status))
    assert.deepEqual(left.sort(), [200, 303])
    await here.send(account.form("End all but this one"))
    for (const browser of [there, third]) assert.equal((await browser.visit("/account")).status, 303)
    const last = await here.visit("/account")
    assert.deepEqual([sessionsOf(last).length, last.hasForm("End all but this one")], [1, false])
  })

  test("ends when its browser signs out, wherever its cookie is kept", async (t) => {
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

  test("ends when nobody uses it for thirty days, and after 180 days however much it is used", async (t) => {
    const world = await pageWorld(t)
    const [idle, busy] = [openBrowser(world), openBrowser(world)]
    await signIn(world, idle, "bo@example.com")
    await signIn(world, busy, "bo@example.com")
    for (let day = 0; day < 180; day += 20) {
      assert.equal((await busy.visit("/account")).status, 200, `day ${day}`)
      world.clock.advance(20 * dayMs)
      if (day === 20) assert.equal((await idle.visit("/account")).status, 303)
    }
    assert.equal((await busy.visit("/account")).status, 303)
  })

  test("is listed with its browser and when it was last seen, which is written once a minute at most", async (t) => {
    const world = await pageWorld(t)
    const browser = openBrowser(world)
    const { action, fields } = (await askForCode(browser, "bo@example.com")).form("Sign in")
    const { code } = await newestMail(world, "bo@example.com")
    await browser.post(action, { ...fields, code }, firefox)
    const other = openBrowser(world)
    await signIn(world, other, "bo@example.com")
    const seen = async () => (await other.visit("/account")).row("Firefox on Linux")
    const began = world.clock.now()

    world.clock.advance(59_000)
    const own = sessionsOf(await browser.visit("/account")).map(({ text }) => text)
    assert.ok(own.includes("Firefox on Linux This browser Sign out"), own.join())
    assert.deepEqual((await seen()).times, [began])
    assert.match((await seen()).text, /^Firefox on Linux Last seen .* End$/)
    world.clock.advance(1_000)
    await browser.visit("/")
    assert.deepEqual((await seen()).times, [began + 60_000])
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
    const before = (await bo.visit("/sign-in")).form("Mail me a code").fields.form_token
    await signIn(world, bo, "bo@example.com")
    await signIn(world, eve, "eve@example.com")
    const others = (await eve.visit("/account")).form("Save").fields.form_token
    assert.ok(before && others)

    for (const token of [undefined, "", "x", others, before]) {
      const answer = await bo.post("/account", {
        name: "Eve was here",
        ...(token !== undefined && { form_token: token }),
      })
      assert.equal(answer.status, 403, String(token))
    }
    const profile = (await bo.visit("/account")).form("Save")
    assert.equal(profile.fields.name, "")
    assert.equal((await bo.send(profile, { name: "Bo" })).status, 303)
    assert.equal((await bo.visit("/account")).form("Save").fields.name, "Bo")
  })

  test("403 for signing in with another browser's token, so that nobody is signed in as somebody else", async (t) => {
    const world = await pageWorld(t)
    const [bo, eve] = [openBrowser(world), openBrowser(world)]
    await askForCode(eve, "eve@example.com")
    const { path } = await newestMail(world, "eve@example.com")
    const form = (await eve.visit(path)).form("Sign in")
    await bo.visit("/sign-in")

    assert.equal((await bo.send(form)).status, 403)
    assert.equal(bo.cookies.has("session"), false)
  })

  test("400 when another site sends it, token or not", async (t) => {
    const world = await pageWorld(t)
    const bo = openBrowser(world)
    await signIn(world, bo, "bo@example.com")
    const fields = { ...(await bo.visit("/account")).form("Save").fields, name: "Eve" }

    for (const from of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }]) {
      assert.equal((await bo.post("/account", fields, from)).status, 400)
    }
    assert.equal((await bo.visit("/account")).form("Save").fields.name, "")
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
