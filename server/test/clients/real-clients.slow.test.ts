import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { tools } from "#surfaces/mcp/tools.ts"
import { endedToken, openLoopbackAgent } from "#test/support/agents/agent.ts"
import { allScopes } from "#test/support/agents/connect.ts"
import { openAiSdk, openOpenidClient } from "#test/support/agents/library-clients.ts"
import { openMcpRemote, startMcpRemote, startMcpRemoteCheck } from "#test/support/agents/mcp-remote.ts"
import { newEra } from "#test/support/agents/new-era.ts"
import {
  type OpenClient,
  openFirstLine,
  openSecondLine,
  type ToolClient,
} from "#test/support/agents/official-clients.ts"
import { signInByCode } from "#test/support/browser/person.ts"
import { noBrowser, type StudioInBrowser, studioInBrowser } from "#test/support/browser/studio.ts"
import { studioOfFile } from "#test/support/browser/studio-of-file.ts"
import { toolArguments } from "#test/support/worlds/mcp-world.ts"

const openStudio = studioOfFile()

/** A client after its sign-in. */
interface SignedIn extends Pick<ToolClient, "callTool"> {
  /** Replaces its access token with one that has ended. */
  outdate(): void
  accessToken(): string | undefined
}

/** Signs a client in at the tool server `url`. `allow` opens the authorization page in a browser and allows it. */
type SignIn = (t: TestContext, url: URL, allow: (page: URL) => Promise<void>) => Promise<SignedIn>

const byRefusedCall =
  (open: OpenClient): SignIn =>
  async (t, url, allow) => {
    const { keeper, asked, callback, outdate } = await openLoopbackAgent(t, async () => undefined)
    const client = await open(t, url, keeper)
    await assert.rejects(client.callTool({ name: "list_workspaces" }), /unauthorized/i)
    const [page] = asked
    assert.ok(page)
    await allow(page)
    await client.finish(callback())
    return { callTool: client.callTool, outdate, accessToken: () => keeper.tokens()?.access_token }
  }

const byMcpRemote =
  (open: (t: TestContext, url: URL) => ReturnType<typeof openMcpRemote>): SignIn =>
  async (t, url, allow) => {
    const client = await open(t, url)
    const answered = client.callTool({ name: "list_workspaces" })
    await Promise.all([answered, client.openedPage().then(allow)])
    return client
  }

/** Starts mcp-remote as the guide for this service says. */
async function openByGuide(t: TestContext, url: URL) {
  const guide = await (await fetch(new URL("/developers/clients.md", url))).text()
  const [, json = ""] = /^## mcp-remote\n[\s\S]*?```json[^\n]*\n([\s\S]*?)```/m.exec(guide) ?? []
  const [server] = Object.values(JSON.parse(json).mcpServers) as { command: string; args: string[] }[]
  const [yes, name, ...args] = server?.args ?? []
  assert.deepEqual([server?.command, yes, name], ["npx", "-y", "mcp-remote"])
  return startMcpRemote(t, args)
}

const scopes = allScopes.join(" ")

const clients: [string, SignIn][] = [
  ["the official client of the first line", byRefusedCall(openFirstLine)],
  ["the official client of the second line", byRefusedCall(openSecondLine())],
  [
    "the official client that looks for the new era first",
    byRefusedCall(openSecondLine({ versionNegotiation: { mode: "auto" } })),
  ],
  [
    "the official client of the new era only",
    byRefusedCall(openSecondLine({ versionNegotiation: { mode: { pin: newEra } } })),
  ],
  ["@ai-sdk/mcp", byRefusedCall(openAiSdk)],
  ["a program with openid-client", byRefusedCall(openOpenidClient(scopes))],
  ["mcp-remote, by the configuration in the guide,", byMcpRemote(openByGuide)],
]

const skip = noBrowser ?? false

for (const [name, signIn] of clients) {
  test(`${name} signs in by the pages, uses all tools, and refreshes`, { skip }, async (t) => {
    await usesAllTools(t, await openStudio(), signIn)
  })
}

test("a program with openid-client that also asks for `openid` signs in by the pages and uses all tools", {
  skip,
}, async (t) => {
  await usesAllTools(t, await openStudio(), byRefusedCall(openOpenidClient(`openid ${scopes}`)))
})

test("mcp-remote with its default callback path signs in where the operator registers it, and uses all tools", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t, { SVC_OAUTH_CALLBACKS: "http://localhost/oauth/callback" })
  await usesAllTools(t, studio, byMcpRemote(openMcpRemote))
})

// This program signs in only when `initialize` is refused.
test("mcp-remote-client signs in by the pages at the address that refuses `initialize`, and lists all tools", {
  skip,
}, async (t) => {
  const studio = await openStudio()
  const client = await startMcpRemoteCheck(t, new URL(`${studio.baseUrl}/mcp?auth=required`))
  await allowByPages(studio, await client.openedPage(), newPerson())
  const output = await client.ended
  for (const { name } of tools) assert.ok(output.includes(`"name": "${name}"`), output)
})

async function usesAllTools(t: TestContext, studio: StudioInBrowser, signIn: SignIn): Promise<void> {
  let asked = 0
  const { callTool, outdate, accessToken } = await signIn(t, new URL(`${studio.baseUrl}/mcp`), (page) => {
    asked += 1
    return allowByPages(studio, page, newPerson())
  })

  const outcomes = []
  for (const { name } of tools) {
    const call = callTool({ name, arguments: toolArguments[name] ?? {} })
    outcomes.push([name, await call.then(({ structuredContent }) => typeof structuredContent, codeOf)])
  }
  // The last tool needs a StreamElements account; without one the rule itself refuses.
  const expected = tools.map(({ name }) => [name, name === "list_streamelements_commands" ? 1409 : "object"])
  assert.deepEqual(outcomes, expected)

  outdate()
  assert.equal(accessToken(), endedToken)
  assert.ok((await callTool({ name: "list_workspaces" })).structuredContent)
  assert.notEqual(accessToken(), endedToken, "the client refreshed its token")
  assert.equal(asked, 1, "the person was asked once")
}

const codeOf = ({ code }: { code: unknown }) => code

let people = 0

/** Each client has a person of its own, since `mailTo` finds the first mail to an address. */
function newPerson(): { email: string; workspace: string } {
  people += 1
  return { email: `person-${people}@example.com`, workspace: `Studio ${people}` }
}

/** Opens the page of an authorization request in a new browser, signs a new person up, and allows the client. */
async function allowByPages(studio: StudioInBrowser, address: URL, person: ReturnType<typeof newPerson>) {
  // The last page of mcp-remote tries to close its window. Browsers refuse that.
  const { page, context } = await studio.open({ refusals: /^Scripts may close only the windows/ })
  const isCallback = (url: URL) => url.href.startsWith(`${address.searchParams.get("redirect_uri")}?`)
  await page.goto(address.href)
  if (!isCallback(new URL(page.url()))) {
    await page.getByText("Sign in to connect the app.").waitFor()
    await signInByCode(studio, page, person.email)
    await page.getByRole("link", { name: "Create workspace" }).click()
    await page.getByLabel("Name").fill(person.workspace)
    await page.getByText(/ is available$/).waitFor()
    await page.getByRole("button", { name: "Create workspace" }).click()
    await page.getByRole("button", { name: "Allow" }).click()
    await page.waitForURL(isCallback)
  }
  await context.close()
}
