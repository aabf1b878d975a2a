import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { z } from "zod"
import { consoleActions } from "#surfaces/console/console-actions.ts"
import { consoleTable } from "#test/support/pages/console-table.ts"
import type { Browser } from "#test/support/pages/simple-browser.ts"
import { consoleWorld, sameOrigin as own, tokenOf } from "#test/support/worlds/console-world.ts"

const rows = consoleTable
const inWorkspace = rows.filter(([, { does }]) => does.access === "workspace")

type Headers = Record<string, string>

describe("each address of the console", () => {
  test("403 for other sites and for bearer tokens, 401 without a session, and no CORS for any origin", async (t) => {
    const { enter, send } = await consoleWorld(t, { SVC_RATE_CONSOLE: "10000" })
    const owner = await enter("owner@studio.example")
    const formToken = await tokenOf(owner)
    const session = { ...owner.headers(), "svc-form-token": formToken }
    for (const [name] of rows as [keyof typeof consoleActions, unknown][]) {
      for (const [what, headers] of [
        ["another site", { ...session, "sec-fetch-site": "cross-site" }],
        ["a sister site", { ...session, "sec-fetch-site": "same-site" }],
        ["another origin", { ...session, origin: "https://evil.example" }],
        ["a typed address", { ...session, "sec-fetch-site": "none" }],
        ["a bearer", { ...session, ...own, authorization: "Bearer access_x" }],
      ] as const) {
        const refused = await send(name, headers as Headers)
        assert.equal(refused.status, 403, `${name}: ${what}`)
        assert.equal(refused.headers["access-control-allow-origin"], undefined)
      }
      assert.equal(
        (await send(name, own)).status,
        consoleActions[name].method === "GET" ? 401 : 403,
        `${name}: anonymous`,
      )
    }
  })

  test("403 for a change without the form token of this session, 400 without a key", async (t) => {
    const { world, enter, send } = await consoleWorld(t)
    const owner = await enter("owner@studio.example")
    const [formToken, other] = [await tokenOf(owner), await tokenOf(await enter("owner@studio.example"))]
    for (const [name, { method }] of rows as [keyof typeof consoleActions, { method: string }][]) {
      if (method === "GET") continue
      assert.equal((await send(name, { ...owner.headers(), ...own })).status, 403, name)
      assert.equal((await send(name, { ...owner.headers(), ...own, "svc-form-token": other })).status, 403, name)
      const headers = {
        ...owner.headers(),
        ...own,
        "svc-form-token": formToken,
        "content-type": "application/json",
      }
      const keyless = await world.server.inject({ method: "POST", url: `/console/${name}`, headers, payload: "{}" })
      assert.equal(keyless.statusCode, 400, name)
    }
  })

  test("403 for a change with only its origin as proof, except for the service worker's", async (t) => {
    const { world, enter, send } = await consoleWorld(t)
    const owner = await enter("owner@studio.example")
    const headers = { ...owner.headers(), ...own, origin: new URL(world.app.addresses.base).origin }
    const taken = []
    for (const [name, { method }] of rows as [keyof typeof consoleActions, { method: string }][])
      if (method === "POST" && (await send(name, headers)).status !== 403) taken.push(name)
    assert.deepEqual(taken, ["renew-push"])
    assert.equal((await send("renew-push", { ...headers, "svc-form-token": "another" })).status, 403)
  })

  test("403 for a non-member of the workspace, and for a removed member from the next request on", async (t) => {
    const { world, enter, send } = await consoleWorld(t)
    const stranger = await enter("owner@elsewhere.example")
    const member = await enter("member@studio.example")
    const headersOf = async (browser: Browser) => {
      return { ...browser.headers(), ...own, "svc-form-token": await tokenOf(browser) }
    }
    const asStranger = await headersOf(stranger)
    const asMember = await headersOf(member)
    assert.equal((await send("list-links", asMember)).status, 200)
    await world.app.database.transaction((db) =>
      db
        .deleteFrom("members")
        .where("account_id", "in", db.selectFrom("accounts").select("id").where("email", "=", "member@studio.example"))
        .execute(),
    )
    for (const [name] of inWorkspace as [keyof typeof consoleActions, unknown][]) {
      for (const [who, headers] of [
        ["a stranger", asStranger],
        ["who left", asMember],
      ] as const) {
        const refused = await send(name, headers)
        assert.deepEqual([refused.status, refused.body.error.code], [403, "workspace_forbidden"], `${name}: ${who}`)
      }
    }
  })
})

test("every answer's schema in the console is plain JSON: no dates, no big integers", () => {
  for (const [name, { does }] of rows) {
    assert.doesNotThrow(() => z.toJSONSchema(does.output, { io: "input" }), name)
  }
})
