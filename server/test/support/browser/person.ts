import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import type { TestContext } from "node:test"
import type { Locator, Page } from "playwright-core"
import { clientId } from "../agents/connect.ts"
import { atEnd } from "../databases/test-databases.ts"
import type { AnyPage } from "./any-page.ts"
import { untilReady } from "./ready.ts"
import { codeFor, signInWithoutScripts } from "./sign-in-without-scripts.ts"
import type { StudioInBrowser } from "./studio.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Asserts that a page has no accessibility barriers. */
export async function assertAccessible(page: Page): Promise<void> {
  assert.deepEqual(await findBarriers(page), [], page.url())
}

/**
 * `npm run soak` checks everything at each width, and the contrast of texts in light and dark. Otherwise a test of the
 * styles (`web/src/kit/tokens.test.ts`) stands for the contrast: axe takes as long for that as for half of its rules.
 */
const isThorough = process.env.EVERY_CONTRAST === "1"
const contrast = "color-contrast"
/** The rules that depend on the width. All other rules give the same result on a phone. */
const ofWidth = ["target-size", "scrollable-region-focusable", "meta-viewport"]

/**
 * The faults that axe finds on a page with everything unfolded, or in the dialog on top of it; and whether either
 * overflows its width or has a field with small text. `looks`: on a desktop all rules, on a phone the rules that depend
 * on the width, or everything.
 */
export async function findBarriers(page: Page, looks: Looks = "all"): Promise<string[]> {
  await untilReady(page)
  await page.evaluate(
    `for (const folded of document.querySelectorAll("main details, dialog details")) folded.open = true`,
  )
  if (!(await page.evaluate("'axe' in window"))) {
    await page.evaluate(axe)
    await page.addInitScript(axe) // the page's next documents need not be sent the script again
  }
  const rules = { [contrast]: { enabled: isThorough } }
  const found = await runAxe(page, looks === "phone" ? { runOnly: ofWidth } : { rules })
  const inDark = isThorough ? await inTheDark(page) : []
  const widths = `[document.documentElement, ${shownElement}].map((one) => [one.scrollWidth, one.clientWidth])`
  const tooWide = ((await page.evaluate(widths)) as number[][]).filter(([shown = 0, room = 0]) => shown > room)
  return [
    ...found,
    ...inDark.map((fault) => `In the dark: ${fault}`),
    ...tooWide.map(([shown, room]) => `It is ${shown} wide where there is room for ${room}.`),
    ...((await page.evaluate(smallFields)) as string[]).map((field) => `An iPhone zooms into ${field}`),
  ]
}

/** The fields of a phone's page whose text is below 16 px. */
const smallFields = `[...document.querySelectorAll("input, select, textarea")].filter(
  (field) =>
    innerWidth < 500 &&
    !["checkbox", "radio", "range", "file", "hidden", "color"].includes(field.type) &&
    parseFloat(getComputedStyle(field).fontSize) < 16,
).map(({ outerHTML }) => outerHTML.slice(0, 100))`

type Looks = "all" | "desk" | "phone"

async function inTheDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" })
  const found = await runAxe(page, { runOnly: [contrast] })
  await page.emulateMedia({ colorScheme: "light" })
  return found
}

/** The widths of a phone and of a desktop, and the checks at each. */
export const widths = [
  [390, isThorough ? "all" : "phone"],
  [1440, isThorough ? "all" : "desk"],
] as const

/** The same as `findBarriers` on a phone and on a desktop. */
export async function findBarriersAtBoth(page: Page): Promise<string[]> {
  const barriers: string[] = []
  for (const [width, looks] of widths) {
    await page.setViewportSize({ width, height: 880 })
    for (const barrier of await findBarriers(page, looks)) barriers.push(`at ${width}: ${barrier}`)
  }
  return barriers
}

async function runAxe(page: Page, which: object): Promise<string[]> {
  const options = { resultTypes: ["violations"], preload: false, ...which }
  const found = await page.evaluate(`axe.run(${shownElement}, ${JSON.stringify(options)})`)
  const { violations } = found as { violations: Violation[] }
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
}

const shownElement = '(document.querySelector("dialog[open]") ?? document.documentElement)'

interface Violation {
  id: string
  nodes: { html: string }[]
}

/**
 * Signs in by the code in the mail; the page then shows its original address. A blank page stays blank: the same forms
 * are sent without rendering, since rendering took a third of a test's time.
 */
export async function signInByCode(studio: StudioInBrowser, page: Page, email: string): Promise<void> {
  if (page.url() === "about:blank") return signInWithoutScripts(studio, page, email)
  return signInByForms(studio, page, email)
}

/** The same by the forms of the page, in any engine. */
export async function signInByForms(
  studio: Pick<StudioInBrowser, "mailTo">,
  page: AnyPage,
  email: string,
): Promise<void> {
  if (!page.url().includes("/sign-in")) await page.goto("/sign-in")
  await page.getByLabel("Email").fill(email)
  await page.getByRole("button", { name: "Email me a code" }).click()
  await page.getByRole("textbox", { name: "Code" }).fill(await codeFor(studio, email))
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  assert.doesNotMatch(page.url(), /\/sign-in/, `${email} is signed in`)
}

/** Opens a page of the console by its title in the sidebar. */
export async function goTo(page: Page, title: string): Promise<void> {
  await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: title, exact: true }).click()
}

/** Signs a new person up and creates their workspace; its console is then open. */
export async function signUp(studio: StudioInBrowser, page: Page, { email, name }: Newcomer): Promise<void> {
  await page.goto("/workspaces/new")
  await signInByCode(studio, page, email)
  await page.getByLabel("Name").fill(name)
  await page.getByRole("button", { name: "Create workspace" }).click()
}

interface Newcomer {
  email: string
  /** The name of their workspace. */
  name: string
}

/** An app on this computer: the address to which it sends people, and the later parameters at its listener. */
export async function openLoopbackApp(t: TestContext) {
  const { promise: answer, resolve } = Promise.withResolvers<URLSearchParams>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost")
    if (url.pathname === "/callback") resolve(url.searchParams)
    response.end("You can close this page.")
  })
  await new Promise((listening) => server.listen(0, () => listening(undefined)))
  atEnd(t, () => {
    server.close()
    server.closeAllConnections()
  })
  const redirectUri = `http://localhost:${(server.address() as AddressInfo).port}/callback`
  return { askPath: askPathOf(redirectUri), redirectUri, answer }
}

/** Where an app with this redirect address sends people. */
export function askPathOf(redirectUri: string, state = "a state"): string {
  const asking = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    scope: "links:read links:write",
    // RFC 7636, appendix B.
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  })
  return `/oauth/authorize?${asking}`
}

interface Tokens {
  access_token: string
  scope: string
}

/** Exchanges a code for tokens, which makes the connection. */
export async function exchangeCode(
  { baseUrl }: Pick<StudioInBrowser, "baseUrl">,
  code: string,
  redirectUri: string,
): Promise<Tokens> {
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  })
  const answer = await fetch(`${baseUrl}/api/oauth/token`, { method: "POST", body })
  assert.equal(answer.status, 200)
  return (await answer.json()) as Tokens
}

/** Calls a tool without arguments as a connected app; returns the status. */
export async function callTool({ baseUrl }: StudioInBrowser, name: string, token: string): Promise<number> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } })
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  return (await fetch(`${baseUrl}/mcp`, { method: "POST", headers, body })).status
}

/** The signed-in visitor's menu. */
export const accountMenu = (page: Page): Locator => page.locator("header details[data-menu]").last().locator("summary")

export async function pressSignOut(page: Page): Promise<void> {
  await accountMenu(page).click()
  await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click()
}
