import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { pageWorld } from "#test/support/page-world.ts"
import { askForCode, newestMail, openBrowser, signIn } from "#test/support/people.ts"

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
    assert.equal((await browser.visit("/account")).data.sessions.length, 1)
  })

  test("is refused from the next request on once another browser has ended it, one or all", async (t) => {
    const world = await pageWorld(t)
    const [here, there, third] = [openBrowser(world), openBrowser(world), openBrowser(world)]
    for (const browser of [here, there, third]) await signIn(world, browser, "bo@example.com")

    const { sessions, endOthers } = (await here.visit("/account")).data
    const [other] = sessions.filter((session: { isCurrent: boolean }) => !session.isCurrent)
    assert.equal((await here.send(other.end)).status, 303)
    const left = await Promise.all([there, third].map(async (browser) => (await browser.visit("/account")).status))
    assert.deepEqual(left.sort(), [200, 303])
    await here.send(endOthers)
    for (const browser of [there, third]) assert.equal((await browser.visit("/account")).status, 303)
    assert.equal((await here.visit("/account")).data.sessions.length, 1)
  })

  test("ends when its browser signs out, wherever its cookie is kept", async (t) => {
    const world = await pageWorld(t)
    const browser = openBrowser(world)
    await signIn(world, browser, "bo@example.com")
    const copy = openBrowser(world)
    copy.cookies.set("session", String(browser.cookies.get("session")))

    const { signOut } = (await browser.visit("/account")).data
    const out = await browser.send(signOut)

    assert.equal(out.status, 303)
    assert.equal(browser.cookies.has("session"), false)
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
    const { data } = await askForCode(browser, "bo@example.com")
    const { code } = await newestMail(world, "bo@example.com")
    await browser.post(data.form.action, { code, form_token: data.form.formToken }, firefox)
    const seen = async () => (await browser.visit("/account")).data.sessions[0]
    const began = world.clock.now()

    world.clock.advance(59_000)
    assert.deepEqual(
      { ...(await seen()), end: 0 },
      { label: "Firefox on Linux", isCurrent: true, createdAt: began, lastSeenAt: began, end: 0 },
    )
    world.clock.advance(1_000)
    assert.equal((await seen()).lastSeenAt, began + 60_000)
  })

  test("leaves no usable secret in the database", async (t) => {
    const world = await pageWorld(t)
    const browser = openBrowser(world)
    const { data } = await askForCode(browser, "bo@example.com")
    const { code, path } = await newestMail(world, "bo@example.com")
    await browser.send(data.form, { code })

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
    const before = (await bo.visit("/sign-in")).data.form.formToken
    await signIn(world, bo, "bo@example.com")
    await signIn(world, eve, "eve@example.com")
    const others = (await eve.visit("/account")).data.profile.formToken

    for (const token of [undefined, "", "x", others, before]) {
      const answer = await bo.post("/account", {
        name: "Eve was here",
        ...(token !== undefined && { form_token: token }),
      })
      assert.equal(answer.status, 403, String(token))
    }
    assert.equal((await bo.visit("/account")).data.profile.name, "")
    const { profile } = (await bo.visit("/account")).data
    assert.equal((await bo.send(profile, { name: "Bo" })).status, 303)
    assert.equal((await bo.visit("/account")).data.profile.name, "Bo")
  })

  test("403 for signing in with another browser's token, so that nobody is signed in as somebody else", async (t) => {
    const world = await pageWorld(t)
    const [bo, eve] = [openBrowser(world), openBrowser(world)]
    await askForCode(eve, "eve@example.com")
    const { path } = await newestMail(world, "eve@example.com")
    const { formToken } = (await eve.visit(path)).data.form
    await bo.visit("/sign-in")

    assert.equal((await bo.send({ action: path, formToken })).status, 403)
    assert.equal(bo.cookies.has("session"), false)
  })

  test("400 when another site sends it, token or not", async (t) => {
    const world = await pageWorld(t)
    const bo = openBrowser(world)
    await signIn(world, bo, "bo@example.com")
    const { profile } = (await bo.visit("/account")).data
    const fields = { name: "Eve", form_token: profile.formToken }

    for (const from of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }]) {
      assert.equal((await bo.post("/account", fields, from)).status, 400)
    }
    assert.equal((await bo.visit("/account")).data.profile.name, "")
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
    const { data } = await askForCode(browser, "bo@example.com")
    const { code } = await newestMail(world, "bo@example.com")
    const entered = await browser.send(data.form, { code })
    assert.match(String(entered.headers["set-cookie"]), /^__Host-session=.*; Secure$/)
    assert.equal((await browser.visit("/account")).status, 200)
  })

  test("are not set on pages that need none", async (t) => {
    const world = await pageWorld(t)
    for (const path of ["/", "/no/such/page"]) assert.equal((await world.visit(path)).headers["set-cookie"], undefined)
  })
})
