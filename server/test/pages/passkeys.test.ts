import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { type Authenticator, type Changes, openAuthenticator } from "#test/support/authenticator.ts"
import { type PageWorld, pageWorld } from "#test/support/page-world.ts"
import { type Browser, openBrowser, signIn } from "#test/support/people.ts"

async function addPasskey(browser: Browser, key: Authenticator, changes?: Changes) {
  const { newPasskey } = (await browser.visit("/account")).data
  const options = JSON.parse((await browser.send(newPasskey.options)).html)
  return browser.send(newPasskey.form, { passkey_name: "Laptop", response: key.create(options, changes) })
}

/** Asks for a challenge and answers it with the passkey. */
async function usePasskey(browser: Browser, key: Authenticator, changes?: Changes) {
  const { passkey, returnTo } = (await browser.visit("/sign-in?return_to=/workspaces/new")).data
  const options = JSON.parse((await browser.send(passkey.options)).html)
  assert.equal(options.rpId, "localhost")
  assert.deepEqual(options.allowCredentials ?? [], [])
  return browser.send(passkey.form, { response: key.get(options, changes), return_to: returnTo })
}

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
    const [added] = (await bo.visit("/account")).data.passkeys
    assert.equal(added.name, "Laptop")

    const elsewhere = openBrowser(world)
    const entered = await usePasskey(elsewhere, key)
    assert.equal(entered.status, 303)
    assert.equal(entered.headers.location, "/workspaces/new")
    const account = (await elsewhere.visit("/account")).data
    assert.equal(account.email, "bo@example.com")
    assert.equal(account.passkeys[0].lastUsedAt, world.clock.now())

    await bo.send(account.renamePasskey && (await bo.visit("/account")).data.renamePasskey, {
      id: added.id,
      passkey_name: "Phone",
    })
    assert.equal((await bo.visit("/account")).data.passkeys[0].name, "Phone")
    await bo.send((await bo.visit("/account")).data.removePasskey, { id: added.id })
    assert.deepEqual((await bo.visit("/account")).data.passkeys, [])
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
      const { status, data } = await usePasskey(browser, key, changes)
      assert.equal(status, 400, JSON.stringify(changes))
      assert.match(data.refusal.message, /passkey/)
      assert.equal(browser.cookies.has("session"), false)
      if (changes.counter === undefined) assert.equal((await addPasskey(bo, openAuthenticator(), changes)).status, 400)
    }
    assert.equal((await usePasskey(openBrowser(world), openAuthenticator())).status, 400)
  })

  test("400 for a challenge that was used, is old, or was another browser's", async (t) => {
    const world = await pageWorld(t)
    const { key } = await boWithPasskey(world)
    const ask = async (browser: Browser) => {
      const { passkey } = (await browser.visit("/sign-in")).data
      return { passkey, options: JSON.parse((await browser.send(passkey.options)).html) }
    }
    const [one, two] = [openBrowser(world), openBrowser(world)]
    const [asked, other] = [await ask(one), await ask(two)]

    assert.equal((await two.send(other.passkey.form, { response: key.get(asked.options) })).status, 400)
    const response = key.get(asked.options)
    assert.equal((await one.send(asked.passkey.form, { response })).status, 303)
    const { passkey } = (await one.visit("/sign-in")).data
    assert.equal((await one.send(passkey.form, { response })).status, 400)
    const late = await ask(two)
    world.clock.advance(5 * 60_000)
    assert.equal((await two.send(late.passkey.form, { response: key.get(late.options) })).status, 400)
    const backwards = await ask(two)
    world.clock.advance(-3_600_000)
    assert.equal((await two.send(backwards.passkey.form, { response: key.get(backwards.options) })).status, 400)
  })

  test("400 and 409 for what is no answer of a browser, and for one that is there already", async (t) => {
    const world = await pageWorld(t)
    const { bo, key } = await boWithPasskey(world)
    const { passkey } = (await bo.visit("/sign-in")).data
    for (const response of ["", "x", "null", "[]", '{"id":"\\u0000","response":{"clientDataJSON":"x"}}']) {
      assert.equal((await bo.send(passkey.form, { response })).status, 400, response)
    }
    const eve = openBrowser(world)
    await signIn(world, eve, "eve@example.com")
    assert.equal((await addPasskey(eve, key)).status, 409)
    assert.deepEqual((await eve.visit("/account")).data.passkeys, [])
  })
})
