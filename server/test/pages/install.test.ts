import assert from "node:assert/strict"
import { createECDH, randomBytes } from "node:crypto"
import { test } from "node:test"
import { createContext, runInContext } from "node:vm"
import { consoleWorld, sameOrigin } from "#test/support/worlds/console-world.ts"

test("200: the service worker reports a browser's new push address, if push was switched on", async (t) => {
  const { world, enter, ask } = await consoleWorld(t)
  const browser = await enter("owner@studio.example")
  const keys = {
    p256dh: createECDH("prime256v1").generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  }
  const at = (name: string) => ({ endpoint: `https://push.example/${name}`, keys })
  const worker = await world.server.inject({ url: "/service-worker.js" })
  assert.match(String(worker.headers["content-security-policy"]), /^default-src 'none'; connect-src 'self'$/)

  const posted: object[] = []
  const wanted: unknown[] = []
  const subscribe = async (options: unknown) => {
    wanted.push(structuredClone(options))
    return { toJSON: () => at("made") }
  }
  /** The browser's requests for the worker. */
  const fetch = async (url: string, { method = "GET", body, headers = {} }: Post = {}) => {
    const sent = { ...headers, ...browser.headers(), ...sameOrigin, ...(body && { origin: world.app.addresses.base }) }
    const answer = await world.server.inject({ method, url, headers: sent, ...(body && { payload: body }) })
    if (body) posted.push(answer.json())
    return { ok: answer.statusCode === 200, json: async () => answer.json() }
  }
  const renew = async (newSubscription?: object) => {
    let done: Promise<void> | undefined
    const listeners: Record<string, (event: object) => void> = {}
    const addEventListener = (name: string, listener: (event: object) => void) => {
      listeners[name] = listener
    }
    const self = { addEventListener, registration: { pushManager: { subscribe } } }
    runInContext(worker.payload, createContext({ self, fetch, crypto }))
    const waitUntil = (work: Promise<void>) => {
      done = work
    }
    listeners.pushsubscriptionchange?.({ newSubscription, waitUntil })
    await done
  }

  await renew()
  assert.deepEqual([posted, wanted], [[], []], "it was not switched on")
  await ask(browser, "subscribe-to-push", at("before"))
  const { publicKey } = (await ask(browser, "get-push")).body
  await renew()
  assert.deepEqual(wanted, [{ userVisibleOnly: true, applicationServerKey: publicKey }])
  await renew({ toJSON: () => at("given") })
  assert.deepEqual([posted, wanted.length], [[{ isOn: true }, { isOn: true }], 1])
  browser.cookies.clear()
  await renew()
  assert.equal(posted.length, 2, "a person who has signed out gets nothing")
})

interface Post {
  method?: "GET" | "POST"
  body?: string
  headers?: Record<string, string>
}

test("303: its shortcuts redirect to the workspace that this browser last opened, if it is the person's", async (t) => {
  const { world, enter, ask } = await consoleWorld(t)
  const { shortcuts } = (await world.server.inject({ url: "/manifest.webmanifest" })).json()
  const owner = await enter("owner@studio.example")
  await owner.send((await owner.visit("/workspaces/new")).form("Create workspace"), { name: "Ink", slug: "ink-co" })
  const ledTo = async (path: string) => (await owner.visit(path)).headers.location

  for (const slug of ["studio", "ink-co"]) {
    const page = await owner.visit(`/${slug}`)
    assert.match(String(page.headers["content-security-policy"]), /manifest-src 'self'/)
    assert.match(page.html, /content="width=device-width[^"]*interactive-widget=resizes-content/)
    assert.equal(await ledTo("/workspaces"), `/${slug}`)
    for (const { url } of shortcuts) {
      const page = url.replace("/workspaces/", "")
      assert.equal(await ledTo(url), `/${slug}/${page}`)
      assert.equal((await owner.visit(`/${slug}/${page}`)).status, 200)
    }
  }
  owner.cookies.set("workspace", "elsewhere")
  assert.ok(["/studio", "/ink-co"].includes(String(await ledTo("/workspaces"))))
  assert.equal((await ask(owner, "list-links")).status, 200)
})
