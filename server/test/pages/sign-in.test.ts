import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { type App, systemContext } from "#access/perform.ts"
import { sweepTables } from "#engines/jobs/retention.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { passkeyForms } from "#test/support/pages/passkey-forms.ts"
import { askForCode, newestMail, openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { firstOf } from "#test/support/worlds/console-world.ts"
import { type PageWorld, pageWorld } from "#test/support/worlds/page-world.ts"

describe("signing in by code", () => {
  test("303, 303, 200: an address, its code, and the account", async (t) => {
    const world = await pageWorld(t)
    const browser = openBrowser(world)

    const asked = await askForCode(browser, " Bo@Example.com ")
    assert.match(asked.text, /We’re sending a code and a link to bo@example\.com\./)
    const { code, subject } = await newestMail(world, "bo@example.com")
    assert.match(code, /^\d{8}$/)
    assert.ok(subject.includes(code))
    const entered = await browser.send(asked.form("Sign in"), { code: code.replace(" ", "") })

    assert.equal(entered.status, 303)
    assert.equal(entered.headers.location, "/workspaces")
    assert.match(
      String(entered.headers["set-cookie"]),
      /^session=session_[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax,known=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/,
    )
    const account = await browser.visit("/account")
    assert.equal(account.status, 200)
    assert.match(account.header.text, /Signed in as bo@example\.com/)
    assert.deepEqual(firstOf(account, "list-workspaces").workspaces, [])
  })

  test("the same address in any case is the same account", async (t) => {
    const world = await pageWorld(t)
    await signIn(world, openBrowser(world), "bo@example.com")
    const other = openBrowser(world)
    const page = await askForCode(other, "BO@example.com")
    await other.send(page.form("Sign in"), { code: (await newestMail(world, "bo@example.com")).code })

    assert.equal(firstOf(await other.visit("/account"), "list-sessions").items.length, 2)
  })

  test("303 for an address as it was pasted, with a mail to the address that was meant", async (t) => {
    const world = await pageWorld(t)
    const asked = await askForCode(openBrowser(world), "Bo Berg <ｂｏ＠Example.com\u200b.>")

    assert.match(asked.text, /We’re sending a code and a link to bo@example\.com\./)
    await newestMail(world, "bo@example.com")
  })

  test("400 in place for a wrong code, five times; then the right one is refused, too", async (t) => {
    const world = await pageWorld(t)
    const browser = openBrowser(world)
    const form = (await askForCode(browser, "bo@example.com")).form("Sign in")
    const { code } = await newestMail(world, "bo@example.com")
    const wrong = code === "0000 0000" ? "11111111" : "00000000"

    for (const left of [4, 3, 2, 1, 0]) {
      const again = await browser.send(form, { code: wrong })
      assert.equal(again.status, 400)
      assert.match(again.refusal, /^Incorrect code\. /)
      assert.match(again.refusal, left === 0 ? /Too many attempts/ : new RegExp(`${left} attempts? left`))
      assert.deepEqual(again.form("Sign in"), { ...form, fields: { ...form.fields, code: wrong } })
    }
    const late = await browser.send(form, { code })

    assert.equal(late.status, 404)
    assert.match(late.refusal, /^Too many wrong codes were entered\. Use the link in the email/)
    assert.equal(browser.cookies.has("session"), false)
    const { path } = await newestMail(world, "bo@example.com")
    assert.equal((await browser.send((await browser.visit(path)).form("Sign in"))).status, 303)
  })

  test("303 for a code's digits in another script; a form that is not eight digits costs no try", async (t) => {
    const world = await pageWorld(t)
    const browser = openBrowser(world)
    const form = (await askForCode(browser, "bo@example.com")).form("Sign in")
    const { code, subject } = await newestMail(world, "bo@example.com")

    for (const slip of ["", "bo@example.com", code.slice(1), `${code}0`, code.replace(/\d/, "x"), "x".repeat(150)]) {
      const again = await browser.send(form, { code: slip })
      assert.equal(again.status, 400)
      assert.match(again.refusal, /^The code has 8 digits\. /)
    }
    const [first = "", second = ""] = code.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "").split(" ")
    assert.equal((await browser.send(form, { code: `${first}–${second}\u200f.` })).status, 303)

    const again = openBrowser(world)
    const whole = (await askForCode(again, "bo@example.com")).form("Sign in")
    assert.notEqual((await newestMail(world, "bo@example.com")).subject, subject)
    assert.equal((await again.send(whole, { code: (await newestMail(world, "bo@example.com")).subject })).status, 303)
  })

  test("404 in another browser, whose attempts do not count here", async (t) => {
    const world = await pageWorld(t)
    const browser = openBrowser(world)
    const form = (await askForCode(browser, "bo@example.com")).form("Sign in")
    const { code } = await newestMail(world, "bo@example.com")

    const thief = openBrowser(world)
    const page = await thief.visit(form.action)
    assert.deepEqual([page.status, /started in another browser/.test(page.text)], [404, true])
    assert.equal(page.title, "Sign-in failed")
    assert.ok(page.links.some(({ href, text }) => href === "/sign-in" && text === "Sign in again"))
    const { form_token = "" } = (await thief.visit("/sign-in?another")).form("Email me a code").fields
    for (let tries = 0; tries < 6; tries += 1) {
      assert.equal((await thief.post(form.action, { form_token, code })).status, 404)
    }

    assert.equal(thief.cookies.has("session"), false)
    assert.equal((await browser.send(form, { code })).status, 303)
  })

  test("404 ten minutes later, and 404 for a code that was used", async (t) => {
    const world = await pageWorld(t)
    const browser = openBrowser(world)
    const late = await askForCode(browser, "bo@example.com")
    const { code: lateCode } = await newestMail(world, "bo@example.com")
    world.clock.advance(10 * minuteMs)
    const expired = await browser.send(late.form("Sign in"), { code: lateCode })
    assert.deepEqual([expired.status, /This sign-in has expired\./.test(expired.text)], [404, true])

    const form = (await askForCode(browser, "bo@example.com")).form("Sign in")
    const { code } = await newestMail(world, "bo@example.com")
    assert.equal((await browser.send(form, { code })).status, 303)
    const { form_token = "" } = (await browser.visit("/sign-in?another")).form("Email me a code").fields
    const used = await browser.post(form.action, { form_token, code })
    assert.deepEqual([used.status, /already used to sign in/.test(used.text)], [404, true])
  })

  test("400 in place for an invalid address, which stays in its field", async (t) => {
    const world = await pageWorld(t)
    const browser = openBrowser(world)
    const form = (await browser.visit("/sign-in?return_to=/workspaces/new")).form("Email me a code")
    assert.deepEqual([form.fields.email, form.fields.return_to], ["", "/workspaces/new"])

    const again = await browser.send(form, { email: "bo at example" })

    assert.equal(again.status, 400)
    assert.deepEqual(again.form("Email me a code"), { ...form, fields: { ...form.fields, email: "bo at example" } })
    assert.match(again.refusal, /^Email must be a valid email address\. It has no @\./)
    assert.equal(again.all("input[name=email]")[0]?.getAttribute("aria-invalid"), "true")
  })
})

describe("signing in by link", () => {
  test("200 without a click does not sign in; with it 303, in another browser too, with a warning", async (t) => {
    const world = await pageWorld(t)
    const asking = openBrowser(world)
    await askForCode(asking, "bo@example.com")
    const { path } = await newestMail(world, "bo@example.com")

    const warning = /Requested in another browser/
    assert.doesNotMatch((await asking.visit(path)).text, warning)
    const other = openBrowser(world)
    const page = await other.visit(path)
    assert.equal(page.status, 200)
    assert.match(page.text, /You’ll be signed in as bo@example\.com/)
    assert.match(page.text, warning)
    assert.equal(other.cookies.has("session"), false)
    assert.equal((await other.send(page.form("Sign in"))).status, 303)

    assert.match((await other.visit("/account")).header.text, /Signed in as bo@example\.com/)
    assert.equal((await asking.visit("/account")).status, 303)
    const used = await asking.visit(path)
    assert.deepEqual([used.status, /already used to sign in/.test(used.text)], [404, true])
    assert.match(used.text, /Request a new code/)
    assert.doesNotMatch((await other.visit(path)).text, /Request a new code/, "who is signed in needs none")
  })

  test("303 by code in the asking browser while another one has the link's page open; then the link is used", async (t) => {
    const world = await pageWorld(t)
    const asking = openBrowser(world)
    const form = (await askForCode(asking, "bo@example.com")).form("Sign in")
    const { path, code } = await newestMail(world, "bo@example.com")
    const other = openBrowser(world)
    const page = await other.visit(path)

    assert.equal((await asking.send(form, { code })).status, 303)
    const late = await other.send(page.form("Sign in"))
    assert.deepEqual([late.status, /already used to sign in/.test(late.text)], [404, true])
    assert.equal(other.cookies.has("session"), false)
  })

  test("404 for a link after ten minutes, and after its row was deleted", async (t) => {
    const world = await pageWorld(t)
    const browser = openBrowser(world)
    await askForCode(browser, "bo@example.com")
    const { path } = await newestMail(world, "bo@example.com")
    world.clock.advance(10 * minuteMs)
    for (const tables of [[], ["sign_ins"]] as const) {
      await sweepTables(systemContext(world.app), ...tables)
      const page = await browser.visit(path)
      assert.deepEqual([page.status, /This sign-in has expired\./.test(page.text)], [404, true])
    }
  })

  test("404 for a forged link", async (t) => {
    const world = await pageWorld(t)
    const browser = openBrowser(world)
    await askForCode(browser, "bo@example.com")
    const { path } = await newestMail(world, "bo@example.com")
    for (const forged of [
      `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`,
      "/sign-in/link/x",
      "/sign-in/link/_",
    ]) {
      const page = await browser.visit(forged)
      assert.deepEqual(
        [page.status, /This sign-in link is incomplete\./.test(page.text)],
        [404, forged !== "/sign-in/link/.."],
      )
    }
  })
})

describe("requesting a sign-in mail", () => {
  test("the same answer for an address without an account, and where sign-up is closed", async (t) => {
    const closed = { isSignUpOpen: false, operators: ["op@example.com"] }
    const closing = (app: App): App => ({ ...app, admission: { ...app.admission, ...closed } })
    const open = await pageWorld(t, {}, closing)
    const world = { ...open, app: closing(open.app) }
    const ask = async (email: string) => {
      const browser = openBrowser(world)
      const { status, html, text, refusal } = await askForCode(browser, email)
      assert.ok(text.includes(email))
      const page = html.replaceAll(email, "").replace(/(nonce|value|action)="[^"]*"/g, "")
      return { status, page, refusal }
    }
    const known = await ask("owner@studio.example")
    const unknown = await ask("nobody@studio.exampl")
    assert.deepEqual(unknown, known)
    assert.equal(known.refusal, "")

    assert.match((await newestMail(world, "owner@studio.example")).code, /\d{8}/)
    const stranger = await newestMail(world, "nobody@studio.exampl")
    assert.equal(stranger.code, "")
    assert.match(stranger.text, /by invitation only/)
    await signIn(world, openBrowser(world), "op@example.com")
  })

  /** Requests a mail from a network, with a given browser or a new one. */
  async function askFrom(
    world: PageWorld,
    network: string,
    { email = "bo@example.com", browser = openBrowser(world) },
  ) {
    const from = { "x-forwarded-for": network }
    const { action, fields } = (await browser.visit("/sign-in", from)).form("Email me a code")
    return browser.post(action, { ...fields, email }, from)
  }
  const behindProxy = { SVC_TRUSTED_PROXIES: "127.0.0.1", SVC_RATE_WRITES: "1000" }
  const twentyFromNetwork = { ...behindProxy, SVC_LIMITS: "network-sign-in-mails=20,installation-sign-in-mails=22" }

  test("429 in place after five mails to an address from a network, and above the limits of a network and of all", async (t) => {
    const world = await pageWorld(t, twentyFromNetwork)
    const ask = (email: string) => askFrom(world, "192.0.2.1", { email })
    for (let mails = 0; mails < 5; mails += 1) assert.equal((await ask("bo@example.com")).status, 303)
    for (let refused = 0; refused < 20; refused += 1) {
      const page = await ask("bo@example.com")
      assert.equal(page.status, 429)
      assert.match(page.refusal, /this address from your network/)
      assert.match(page.refusal, /Try again in \d+ minutes/)
      assert.equal(page.form("Email me a code").fields.email, "bo@example.com")
    }
    // Those twenty requests mailed nothing, so they count neither for the network nor, elsewhere, for the address.
    for (let mails = 5; mails < 20; mails += 1) assert.equal((await ask(`bo${mails}@example.com`)).status, 303)
    assert.match((await ask("zoe@example.com")).refusal, /from your network/)
    assert.equal((await askFrom(world, "192.0.2.2", {})).status, 303)
    assert.equal((await askFrom(world, "192.0.2.3", { email: "yan@example.com" })).status, 303)
    assert.match((await askFrom(world, "192.0.2.4", { email: "xu@example.com" })).refusal, /^Too many people/)
  })

  test("five requests by a stranger do not lock a person out, nor do twenty from many networks", async (t) => {
    const world = await pageWorld(t, behindProxy)
    const own = openBrowser(world)
    await signIn(world, own, "bo@example.com")
    await own.send((await own.visit("/")).header.form("Sign out"))
    assert.equal(own.cookies.has("session"), false)

    for (let mails = 0; mails < 5; mails += 1) assert.equal((await askFrom(world, "198.51.100.1", {})).status, 303)
    assert.equal((await askFrom(world, "198.51.100.1", {})).status, 429)
    assert.equal((await askFrom(world, "192.0.2.1", {})).status, 303, "a new browser of the person's")

    for (let mails = 7; mails < 20; mails += 1) await askFrom(world, `198.51.100.${mails}`, {})
    const { status, refusal } = await askFrom(world, "192.0.2.2", {})
    assert.deepEqual([status, refusal.includes("to this address.")], [429, true])
    const unknown = "nobody@example.com"
    for (let mails = 0; mails < 20; mails += 1) await askFrom(world, `203.0.113.${mails}`, { email: unknown })
    assert.equal((await askFrom(world, "192.0.2.3", { email: unknown })).refusal, refusal)

    for (let mails = 0; mails < 5; mails += 1) {
      assert.equal((await askFrom(world, "198.51.100.1", { browser: own })).status, 303)
    }
    assert.equal((await askFrom(world, "198.51.100.1", { browser: own })).status, 429)
    const waiting = await own.visit(
      String((await askFrom(world, "203.0.113.99", { email: "cy@example.com", browser: own })).headers.location),
    )
    assert.equal(waiting.status, 200)
  })

  test("a browser is known only for addresses that it has signed in with, and its cookie grants nothing", async (t) => {
    const world = await pageWorld(t, behindProxy)
    const thief = openBrowser(world)
    await signIn(world, thief, "thief@example.com")
    const known = thief.cookies.get("known") ?? ""
    assert.match(known, /^[\w-]{43}$/)
    await thief.send((await thief.visit("/")).header.form("Sign out"))
    for (let mails = 0; mails < 5; mails += 1) {
      assert.equal((await askFrom(world, "192.0.2.1", { browser: thief })).status, 303)
    }
    assert.equal((await askFrom(world, "192.0.2.1", { browser: thief })).status, 429)
    thief.cookies.set("session", `session_${known}`)
    assert.equal((await thief.visit("/account")).status, 303)
  })
})

describe("the redirect after signing in", () => {
  test("leads back to the requesting page, and never to another site", async (t) => {
    const world = await pageWorld(t)
    const browser = openBrowser(world)
    const sent = await browser.visit("/workspaces/new?x=1")
    assert.equal(sent.status, 303)
    assert.equal(sent.headers.location, "/sign-in?return_to=%2Fworkspaces%2Fnew%3Fx%3D1")

    const page = await askForCode(browser, "bo@example.com", String(sent.headers.location))
    const { code } = await newestMail(world, "bo@example.com")
    assert.equal((await browser.send(page.form("Sign in"), { code })).headers.location, "/workspaces/new?x=1")

    for (const evil of ["//evil.example", "https://evil.example/", "/\\evil.example"]) {
      const other = openBrowser(world)
      const page = await other.visit(`/sign-in?${new URLSearchParams({ return_to: evil })}`)
      assert.equal(page.form("Email me a code").fields.return_to, "/workspaces")
      assert.equal(passkeyForms(page).form.fields.return_to, "/workspaces")
      const asked = await other.send(page.form("Email me a code"), { email: "bo@example.com", return_to: evil })
      const waiting = await other.visit(String(asked.headers.location))
      const mail = await newestMail(world, "bo@example.com")
      assert.equal((await other.send(waiting.form("Sign in"), { code: mail.code })).headers.location, "/workspaces")
    }
  })
})

test("303 to the person's first workspace, or to the page that creates one", async (t) => {
  const world = await pageWorld(t)
  const [owner, bo] = [openBrowser(world), openBrowser(world)]
  assert.equal((await owner.visit("/workspaces")).headers.location, "/sign-in?return_to=%2Fworkspaces")
  await signIn(world, owner, "owner@studio.example")
  assert.equal((await owner.visit("/workspaces")).headers.location, "/studio")
  await signIn(world, bo, "bo@example.com")
  assert.equal((await bo.visit("/workspaces")).headers.location, "/workspaces/new")
})
