import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { type Authenticator, type Changes, openAuthenticator } from "#test/support/pages/authenticator.ts"
import { addPasskey, askForOptions, passkeyForms, usePasskey } from "#test/support/pages/passkey-forms.ts"
import { type Browser, openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { consoleOf, firstOf } from "#test/support/worlds/console-world.ts"
import { type PageWorld, pageWorld } from "#test/support/worlds/page-world.ts"

/** The passkeys on the account's page. */
const passkeysOf = async (browser: Browser) => firstOf(await browser.visit("/account"), "list-passkeys").items

async function boWithPasskey(world: PageWorld): Promise<{ bo: Browser; key: Authenticator }> {
  const [bo, key] = [openBrowser(world), openAuthenticator()]
  await signIn(world, bo, "bo@example.com")
  assert.equal((await addPasskey(world, bo, { key })).status, 200)
  return { bo, key }
}

describe("a passkey", () => {
  test("causes one mail to its account when it is added, also when it is removed at once", async (t) => {
    const world = await pageWorld(t)
    const { bo } = await boWithPasskey(world)
    const [added] = await passkeysOf(bo)
    await consoleOf(world).ask(bo, "remove-passkey", { id: added.id })
    await runDueJobs(world.app, jobs)
    await runDueJobs(world.app, jobs)
    const passkeyMails = world.mails().filter((mail) => mail.includes("Subject: New passkey on your"))
    assert.equal(passkeyMails.length, 1)
    assert.match(passkeyMails[0] ?? "", /^To: bo@example\.com/m)
    assert.match(passkeyMails[0] ?? "", /Passkey: Key/)
  })

  test("200: is added, signs in without mail, is renamed and removed", async (t) => {
    const world = await pageWorld(t)
    const { bo, key } = await boWithPasskey(world)
    const [added] = await passkeysOf(bo)
    assert.deepEqual(added, { id: added.id, name: "Key", createdAt: world.clock.now(), lastUsedAt: null })

    const elsewhere = openBrowser(world)
    const entered = await usePasskey(elsewhere, key)
    assert.equal(entered.status, 303)
    assert.equal(entered.headers.location, "/workspaces/new")
    assert.match((await elsewhere.visit("/account")).header.text, /Signed in as bo@example\.com/)
    assert.deepEqual(await passkeysOf(elsewhere), [{ ...added, lastUsedAt: world.clock.now() }])

    const { ask } = consoleOf(world)
    assert.equal((await ask(bo, "rename-passkey", { id: added.id, name: "Phone" })).status, 200)
    assert.equal((await passkeysOf(bo))[0].name, "Phone")
    assert.equal((await ask(bo, "remove-passkey", { id: added.id })).status, 200)
    assert.deepEqual(await passkeysOf(bo), [])
    assert.equal((await usePasskey(openBrowser(world), key)).status, 400)
  })

  test("400 when it answers for another site, without user verification, or with a lower counter", async (t) => {
    const world = await pageWorld(t)
    const { bo, key } = await boWithPasskey(world)
    assert.equal((await usePasskey(openBrowser(world), key)).status, 303)

    const wrong: Changes[] = [
      { origin: "https://evil.example" },
      { rpId: "evil.example" },
      { isVerified: false },
      { counter: 1 },
    ]
    for (const changes of wrong) {
      const browser = openBrowser(world)
      const { status, refusal } = await usePasskey(browser, key, changes)
      assert.equal(status, 400, JSON.stringify(changes))
      assert.match(refusal, /passkey/i)
      assert.equal(browser.cookies.has("session"), false)
      if (changes.counter !== undefined) continue
      assert.equal((await addPasskey(world, bo, { key: openAuthenticator(), changes })).status, 400)
    }
    assert.equal((await usePasskey(openBrowser(world), openAuthenticator())).status, 400)
  })

  test("400 for a challenge that was used, is old, or was another browser's", async (t) => {
    const world = await pageWorld(t)
    const { key } = await boWithPasskey(world)
    const ask = async (browser: Browser) => {
      const forms = passkeyForms(await browser.visit("/sign-in?another"))
      return { form: forms.form, options: await askForOptions(browser, forms) }
    }
    const [one, two] = [openBrowser(world), openBrowser(world)]
    const [asked, other] = [await ask(one), await ask(two)]

    assert.equal((await two.send(other.form, { response: key.get(asked.options) })).status, 400)
    const response = key.get(asked.options)
    assert.equal((await one.send(asked.form, { response })).status, 303)
    const { form } = passkeyForms(await one.visit("/sign-in?another"))
    assert.equal((await one.send(form, { response })).status, 400)
    const late = await ask(two)
    world.clock.advance(5 * 60_000)
    assert.equal((await two.send(late.form, { response: key.get(late.options) })).status, 400)
    const backwards = await ask(two)
    world.clock.advance(-3_600_000)
    assert.equal((await two.send(backwards.form, { response: key.get(backwards.options) })).status, 400)
  })

  test("400 and 409 for an invalid answer, and for a passkey that is already registered", async (t) => {
    const world = await pageWorld(t)
    const { bo, key } = await boWithPasskey(world)
    const { form } = passkeyForms(await bo.visit("/sign-in?another"))
    for (const response of ["", "x", "null", "[]", '{"id":"\\u0000","response":{"clientDataJSON":"x"}}']) {
      assert.equal((await bo.send(form, { response })).status, 400, response)
    }
    const eve = openBrowser(world)
    await signIn(world, eve, "eve@example.com")
    assert.equal((await addPasskey(world, eve, { key })).status, 409)
    assert.deepEqual(await passkeysOf(eve), [])
  })
})
