import { test } from "node:test"
import { openNewDoc, untilSaved } from "#test/support/doc-in-browser.ts"
import { signInByCode } from "#test/support/person-in-browser.ts"
import { noBrowser, studioInBrowser } from "#test/support/studio-in-browser.ts"

const skip = noBrowser ?? false

const refusals = [
  [4420, "You have too many docs open"],
  [4423, "As many people as can have this doc open already"],
  [4429, "That was more than is taken at once"],
  [4426, "A newer version of this service has written this doc"],
  [1011, "The service could not store anything just now"],
] as const

test("each refusal of a socket has words and a way on, and silence is called offline", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ refusals: /^WebSocket connection/ })
  await signInByCode(studio, page, "ada@example.com")
  let code = 0
  let isSilent = false
  await page.routeWebSocket(/docs-socket/, (socket) => {
    if (code > 0) return void socket.close({ code })
    const server = socket.connectToServer()
    server.onMessage((message) => isSilent || socket.send(message))
  })
  await page.clock.install()
  const path = await openNewDoc(page, "Refused")
  await untilSaved(page)

  for (const [refusal, words] of refusals) {
    code = refusal
    await page.goto(path)
    await page.getByText(words, { exact: true }).waitFor()
    code = 0
    await page.getByRole("button", { name: "Try again" }).click()
    await untilSaved(page)
    await page.getByText(words, { exact: true }).waitFor({ state: "detached" })
  }

  isSilent = true
  await page.clock.runFor(9_500)
  await page.getByText(/^Offline/).waitFor()
  isSilent = false
  await page.clock.runFor(10_000)
  await untilSaved(page)
})
