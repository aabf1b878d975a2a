import assert from "node:assert/strict"
import { test } from "node:test"
import type { Counters } from "#adapters/counters/port.ts"
import { fillPath } from "#surfaces/pages/form-page-path.ts"
import { forms } from "#surfaces/pages/forms.ts"
import { askForCode, openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { pageWorld } from "#test/support/worlds/page-world.ts"

test("no form's address is 404 when it is reloaded", async (t) => {
  const world = await pageWorld(t)
  const browser = openBrowser(world)
  await signIn(world, browser, "owner@studio.example")
  for (const { path } of forms) {
    const own = fillPath(path, {
      workspace: "studio",
      id: "x",
      link: "x",
      purchaseId: "x",
      signInId: "x",
      token: "x",
      requestId: "x",
    })
    const { status, headers } = await browser.visit(own)
    if (status !== 303) continue // it is a page's own address, which has its own response
    const page = await browser.visit(String(headers.location))
    assert.ok([200, 303, 404].includes(page.status), `${own} → ${headers.location}: ${page.status}`)
    assert.doesNotMatch(page.text, /Nothing exists at this URL/, own)
  }
})

test("303: a form's address redirects to the page that contains it, with its parameters", async (t) => {
  const world = await pageWorld(t)
  const browser = openBrowser(world)
  await signIn(world, browser, "owner@studio.example")
  for (const [path, location] of [
    ["/account/passkeys/options", "/account"],
    ["/delivery/a%2Fb/receipt", "/delivery/a%2Fb"],
    ["/sign-in/passkey", "/sign-in"],
    ["/sign-out", "/"],
  ] as const) {
    const answer = await browser.visit(path)
    assert.deepEqual([answer.status, answer.headers.location], [303, location], path)
  }
})

test("400: a refusal is shown beside its field, which keeps the typed value and has the focus", async (t) => {
  const world = await pageWorld(t)
  const browser = openBrowser(world)
  const page = await askForCode(browser, "ada@example.com")

  const refused = await browser.send(page.form("Sign in"), { code: "0000 0000" })

  const [field, ...others] = refused.all("[aria-invalid]")
  assert.deepEqual(others, [])
  assert.equal(field?.getAttribute("value"), "0000 0000")
  assert.ok(field?.hasAttribute("autofocus"))
  const said = refused.all(`[id="${field?.getAttribute("aria-describedby")?.split(" ").at(-1)}"]`)
  assert.match(said[0]?.textContent ?? "", /Incorrect code/)
  assert.equal(refused.all("[role=alert]").length, 1 + refused.all("[hidden] [role=alert]").length)
})

test("409: the refusal of a taken address is shown beside it, and the name is kept", async (t) => {
  const world = await pageWorld(t)
  const browser = openBrowser(world)
  await signIn(world, browser, "owner@studio.example")
  const { form } = await browser.visit("/workspaces/new")
  const refused = await browser.send(form("Create workspace"), { name: "Mine", slug: "studio" })
  assert.equal(refused.status, 409)
  assert.equal(refused.all("[aria-invalid]")[0]?.getAttribute("name"), "slug")
  assert.deepEqual(
    refused.all("[autofocus]").map((field) => field.getAttribute("name")),
    ["slug"],
  )
  assert.equal(refused.form("Create workspace").fields.name, "Mine")
})

test("500: typed values are kept after an internal error", async (t) => {
  const world = await pageWorld(t, {}, (app) => ({ ...app, counters: awayForWorkspaces(app.counters) }))
  const browser = openBrowser(world)
  await signIn(world, browser, "owner@studio.example")
  const { form } = await browser.visit("/workspaces/new")
  const failed = await browser.send(form("Create workspace"), { name: "Mine", slug: "mine-own" })
  assert.equal(failed.status, 500, failed.html)
  assert.equal(failed.form("Create workspace").fields.name, "Mine")
  assert.match(failed.refusal, /went wrong/i)
})

/** Counts normally, except for the creation of workspaces. */
function awayForWorkspaces(counters: Counters): Counters {
  const hit: Counters["hit"] = async (key, windowMs) => {
    if (key.includes("workspaces:")) throw new Error("away")
    return counters.hit(key, windowMs)
  }
  return Object.assign(Object.create(counters), { hit })
}
