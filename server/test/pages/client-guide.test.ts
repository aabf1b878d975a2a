import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { test } from "node:test"
import { readSettings } from "#config/settings.ts"
import { clientOf, isRegisteredRedirect } from "#surfaces/oauth/client.ts"
import { guideText } from "#surfaces/pages/developers/guide-text.ts"
import { pageWorld } from "#test/support/worlds/page-world.ts"

const ofCodex = (address: string) => createHash("sha256").update(address).digest().subarray(0, 9).toString("base64url")

/** The sections of the guide: the redirect addresses that each names, and the operator's line. */
function sectionsOf(env: Record<string, string>) {
  const [, ...sections] = guideText("clients", readSettings(env)).split(/^## /m)
  return sections.map((text) => {
    const told = /Redirect address: .*/.exec(text)?.[0] ?? ""
    const addresses = [...told.matchAll(/`([a-z]+:\/\/[^`]+)`/g)].map(([, address = ""]) => address)
    return { name: text.split("\n")[0] ?? "", text, addresses, line: /^SVC_OAUTH_CALLBACKS=(\S+)$/m.exec(text)?.[1] }
  })
}

const isAccepted = (env: Record<string, string>, address: string) =>
  isRegisteredRedirect(clientOf(readSettings(env)), address.replace("<port>", "49152"))

test("every redirect address of the guide is accepted by default, or by the operator's line in its section", () => {
  const named = sectionsOf({}).filter(({ addresses }) => addresses.length > 0)
  assert.ok(named.length >= 9)
  for (const { name, addresses, line } of named) {
    const others = addresses.filter((address) => !isAccepted({}, address))
    assert.equal(line !== undefined, others.length > 0, `${name}: ${others.join(" ")}`)
    for (const address of others) assert.ok(isAccepted({ SVC_OAUTH_CALLBACKS: line ?? "" }, address), address)
    if (line) for (const callback of line.split(",")) assert.ok(isAccepted({ SVC_OAUTH_CALLBACKS: line }, callback))
  }
})

test("the developers' page gives a configuration with the client identifier, and leads to the guide", async (t) => {
  const { visit } = await pageWorld(t, { SVC_OAUTH_CLIENT_ID: "ours" })
  const page = await visit("/developers")
  const shown = page
    .all("pre")
    .map((block) => block.textContent)
    .find((text) => text.includes("mcpServers"))
  const [server] = Object.values(JSON.parse(shown ?? "{}").mcpServers)
  assert.deepEqual(server, { type: "http", url: "http://localhost:3000/mcp", oauth: { clientId: "ours" } })
  assert.ok(page.links.some(({ href }) => href === "/developers/clients"))
})

test("the guide has the addresses, the identifier and the callbacks of this installation", () => {
  const env = {
    SVC_BASE_URL: "http://localhost:4000",
    SVC_MCP_URL: "http://localhost:4000/tools",
    SVC_OAUTH_CLIENT_ID: "ours",
    SVC_OAUTH_CALLBACKS: "https://agent.example/cb,http://127.0.0.1/",
  }
  const sections = sectionsOf(env)
  for (const { text } of sections) assert.doesNotMatch(text, /localhost:3000|atelier-agents/)
  const section = (name: string) => sections.find((section) => section.name === name)
  assert.match(section("Claude Code")?.text ?? "", /--client-id ours atelier http:\/\/localhost:4000\/tools\n/)
  assert.equal(section("VS Code")?.line, `${env.SVC_OAUTH_CALLBACKS},https://vscode.dev/redirect`)
  const id = ofCodex("http://localhost:4000/tools")
  assert.equal(section("Codex")?.line, `${env.SVC_OAUTH_CALLBACKS},http://127.0.0.1/callback/${id}`)
  assert.ok(section("Codex")?.addresses.includes(`http://127.0.0.1:<port>/callback/${id}`))
})
