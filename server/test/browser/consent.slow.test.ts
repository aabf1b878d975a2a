import assert from "node:assert/strict"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { test } from "node:test"
import { readSettings } from "#config/settings.ts"
import { browserAt, noBrowser } from "#test/support/browser/studio.ts"
import { atEnd } from "#test/support/databases/test-databases.ts"
import { freePort } from "#test/support/http/free-port.ts"
import { oauthWorld, state } from "#test/support/worlds/oauth-world.ts"

/** A program on this computer that waits for the OAuth callback. */
function waitForCallback(t: Parameters<typeof atEnd>[0]) {
  const calls: URL[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://localhost")
    if (url.pathname === "/callback") calls.push(url)
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Connected</title>")
  })
  atEnd(t, () => server.close())
  return new Promise<{ redirectUri: string; calls: URL[] }>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      resolve({ redirectUri: `http://127.0.0.1:${port}/callback`, calls })
    })
  })
}

test("a person allows an app on their computer, sees it listed, and ends it", { skip: noBrowser }, async (t) => {
  const port = await freePort()
  const base = `http://localhost:${port}`
  const settings = { SVC_BASE_URL: base }
  const { addresses } = readSettings(settings)
  const world = await oauthWorld(t, settings, (app) => ({ ...app, addresses }))
  await world.server.listen({ host: "127.0.0.1", port })
  const { redirectUri, calls } = await waitForCallback(t)
  const open = await browserAt(t, base)
  const { page, context } = await open()
  await context.addCookies([...world.person.cookies].map(([name, value]) => ({ name, value, url: base })))
  const request = new URLSearchParams({
    response_type: "code",
    client_id: "atelier-agents",
    redirect_uri: redirectUri,
    code_challenge: world.pkce.codeChallenge,
    code_challenge_method: "S256",
    scope: "links:read workspace:read",
    state,
  })

  const answer = (value: string) => page.locator(`button[name="decision"][value="${value}"]`).click()

  await page.goto(`/oauth/authorize?${request}`)
  await page.locator('input[name="reach"][value="every"]').check()
  await answer("allow")
  await page.waitForURL(`${redirectUri}**`)
  assert.equal(calls[0]?.searchParams.get("state"), state)
  const code = calls[0]?.searchParams.get("code") ?? ""
  const tokens = await world.exchange(code, { redirect_uri: redirectUri })
  assert.equal(tokens.status, 200)

  await page.goto(`/oauth/authorize?${request}`)
  await answer("deny")
  await page.waitForURL(`${redirectUri}**`)
  assert.equal(calls[1]?.searchParams.get("error"), "access_denied")

  await page.goto("/account/connections")
  await page.locator('a[href^="/account/connections/grant_"]').click()
  await page.goBack()
  await page.getByText("Disconnect", { exact: true }).click()
  await page.getByRole("button", { name: "Disconnect app" }).click()
  await page.getByText("Disconnected by you.").waitFor()
  const refresh = { grant_type: "refresh_token", refresh_token: tokens.body.refresh_token, client_id: "atelier-agents" }
  assert.equal((await world.token(refresh)).status, 400)
})
