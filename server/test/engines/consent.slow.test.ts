import assert from "node:assert/strict"
import { createServer } from "node:http"
import type { TestContext } from "node:test"
import { until } from "#test/support/basics/until.ts"
import type { AnyPage } from "#test/support/browser/any-page.ts"
import { onEachEngine } from "#test/support/browser/engines.ts"
import { askPathOf, exchangeCode, signInByForms } from "#test/support/browser/person.ts"
import { listen } from "#test/support/http/listen.ts"

/** Apps whose callbacks forward the browser: `at.origin` to another origin, `at.scheme` to a scheme of an app's own. */
async function openForwardingApp(t: TestContext) {
  const landing = createServer((_request, reply) => reply.end("<!doctype html><h1>Landed</h1>"))
  const landed = `http://127.0.0.1:${await listen(t, landing)}/landed`
  const calls: URL[] = []
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? "", "http://localhost")
    if (url.pathname !== "/callback") return reply.writeHead(404).end()
    calls.push(url)
    const location = url.searchParams.get("state") === "scheme" ? "atelier-test-app://connected" : landed
    reply.writeHead(302, { location }).end()
  })
  const redirectUri = `http://localhost:${await listen(t, server)}/callback`
  return { redirectUri, calls }
}

const heading = (page: AnyPage, name: string) => page.getByRole("heading", { name, exact: true }).waitFor()
const answer = (page: AnyPage, name: "Allow" | "Deny") => page.getByRole("button", { name, exact: true }).click()

onEachEngine(
  "an answer reaches a callback that forwards to another origin, once, and Back says that the app is connected",
  async (studio, t) => {
    const { redirectUri, calls } = await openForwardingApp(t)
    const { page } = await studio.open()
    await page.goto(askPathOf(redirectUri, "origin"))
    await signInByForms(studio, page, "ada@example.com")
    await answer(page, "Allow")
    await heading(page, "Landed")
    assert.equal(calls.length, 1)
    await exchangeCode(studio, calls[0]?.searchParams.get("code") ?? "", redirectUri)
    await page.goBack()
    await heading(page, "Connected")
    assert.equal(calls.length, 1, "going back sends no code again")

    await page.goto(askPathOf(redirectUri, "origin"))
    await answer(page, "Deny")
    await heading(page, "Landed")
    assert.equal(calls[1]?.searchParams.get("error"), "access_denied")
    await page.goBack()
    await heading(page, "Access denied")
  },
)

onEachEngine(
  "an answer reaches a callback that forwards to an app’s own scheme, and an app that has only such a scheme",
  async (studio, t) => {
    const { redirectUri, calls } = await openForwardingApp(t)
    // No app opens the scheme here.
    const { page } = await studio.open({
      refusals: /atelier-test-app:|NS_ERROR_UNKNOWN_PROTOCOL|scheme that is not HTTP/,
    })
    await page.goto(askPathOf(redirectUri, "scheme"))
    await signInByForms(studio, page, "ada@example.com")
    await answer(page, "Allow")
    await until(async () => calls.length > 0)
    const code = calls[0]?.searchParams.get("code") ?? ""
    assert.equal((await exchangeCode(studio, code, redirectUri)).scope, "links:read links:write")

    // A page leaves for the scheme at some time. That may end the next visit, and an engine may show an error of its own.
    const visit = (path: string) => page.goto(path).catch(() => undefined)
    await until(async () => {
      await visit(askPathOf("atelier-test-app://callback"))
      return (await page.getByRole("button", { name: "Allow", exact: true }).count()) > 0
    })
    const consent = page.url()
    await answer(page, "Allow")
    await until(async () => {
      await visit(consent)
      return (await page.getByRole("heading", { name: "Access allowed", exact: true }).count()) > 0
    })
  },
  { settings: { SVC_OAUTH_CALLBACKS: "atelier-test-app://callback" } },
)
