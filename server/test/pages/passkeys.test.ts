import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { type Authenticator, type Changes, openAuthenticator } from "#test/support/authenticator.ts"
import { type PageWorld, pageWorld } from "#test/support/page-world.ts"
import { addPasskey, askForOptions, passkeyForms, usePasskey } from "#test/support/passkeys.ts"
import { type Browser, openBrowser, signIn } from "#test/support/people.ts"

/** What the account page says of passkeys. */
const passkeysOf = async (browser: Browser) => (await browser.visit("/account")).section("Passkeys")

async function boWithPasskey(world: PageWorld): Promise<{ bo: Browser; key: Authenticator }> {
  const [bo, key] = [openBrowser(world), openAuthenticator()]
  await signIn(world, bo, "bo@example.com")
  assert.equal((await addPasskey(bo, key)).status, 303)
  return { bo, key }
}

describe("a passkey", () => {
  test("303: is added, signs in without mail, is renamed and removed", async (t) => {
    const world = await pageWorld(t)
    const { bo, key } = await boWithPasskey(world)
    const [added] = (await passkeysOf(bo)).rows
    assert.match(added?.text ?? "", /^Another program Added .*, not used yet/)
    assert.deepEqual(added?.times, [world.clock.now()])

    const elsewhere = openBrowser(world)
    const entered = await usePasskey(elsewhere, key)
    assert.equal(entered.status, 303)
    assert.equal(entered.headers.location, "/workspaces/new")
    assert.match((await elsewhere.visit("/account")).text, /^Your account bo@example\.com /)
    const [used] = (await passkeysOf(elsewhere)).rows
    assert.doesNotMatch(used?.text ?? "", /not used yet/)
    assert.deepEqual(used?.times, [added?.times[0], world.clock.now()])

    assert.equal((await bo.send((await passkeysOf(bo)).form("Rename"), { passkey_name: "Phone" })).status, 303)
    const [renamed] = (await passkeysOf(bo)).rows
    assert.match(renamed?.text ?? "", /^Phone /)
    assert.equal(renamed?.form("Rename").fields.passkey_name, "Phone")
    assert.equal((await bo.send((await passkeysOf(bo)).form("Remove this passkey"))).status, 303)
    assert.deepEqual((await passkeysOf(bo)).rows, [])
    assert.equal((await usePasskey(openBrowser(world), key)).status, 400)
  })

  test("400 when it answers for another site, without its person, or when its counter falls back", async (t) => {
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
      assert.match(refusal, /passkey/)
      assert.equal(browser.cookies.has("session"), false)
      if (changes.counter === undefined) assert.equal((await addPasskey(bo, openAuthenticator(), changes)).status, 400)
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

  test("400 and 409 for what is no answer of a browser, and for one that is there already", async (t) => {
    const world = await pageWorld(t)
    const { bo, key } = await boWithPasskey(world)
    const { form } = passkeyForms(await bo.visit("/sign-in?another"))
    for (const response of ["", "x", "null", "[]", '{"id":"\\u0000","response":{"clientDataJSON":"x"}}']) {
      assert.equal((await bo.send(form, { response })).status, 400, response)
    }
    const eve = openBrowser(world)
    await signIn(world, eve, "eve@example.com")
    assert.equal((await addPasskey(eve, key)).status, 409)
    assert.deepEqual((await passkeysOf(eve)).rows, [])
  })
})
