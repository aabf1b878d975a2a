import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { liftSuspension, suspend } from "#domains/operators/index.ts"
import { attachDomain, removeDomain, restoreWorkspace, trashWorkspace } from "#domains/workspaces/index.ts"
import { dayMs } from "#kernel/time/units.ts"
import { until } from "#test/support/basics/until.ts"
import { brokenDatabase } from "#test/support/databases/broken-database.ts"
import { type DatabaseKind, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { attach, leadHere } from "#test/support/workspace/attach-domain.ts"
import { insertMember, insertWorkspace, world } from "#test/support/worlds/world.ts"
import { openMetrics } from "./metrics.ts"
import { openOperationsPort } from "./operations-port.ts"
import { openTlsAsk } from "./tls-ask.ts"

const addresses = {
  base: "https://atelier.example.net",
  auth: "https://auth.example.net",
  mcp: "https://tools.example.net/mcp",
  short: "https://ate.example.net:8443",
  files: "https://files.example.net",
}

async function asked(t: TestContext, kind: DatabaseKind) {
  const dns = await dnsServer(t)
  const studio = await world(t, kind, { dnsServers: [dns.address], operators: ["owner@operations.example"] })
  Object.assign(studio.app, { addresses })
  const serve = async (app: typeof studio.app) => {
    const metrics = openMetrics()
    const tlsAsk = openTlsAsk(app)
    const port = openOperationsPort({ "/tls/ask": tlsAsk.answer, "/metrics": metrics.answer })
    t.after(() => Promise.all([tlsAsk.close(), metrics.close(), port.close()]))
    return port.listen(0, "127.0.0.1")
  }
  const address = await serve(studio.app)
  const statusOf = async (query: string, from = address) => (await fetch(`${from}/tls/ask${query}`)).status
  const ask = (domain: string) => statusOf(`?domain=${encodeURIComponent(domain)}`)
  const becomes = (status: number, domain: string) => until(async () => (await ask(domain)) === status)
  return { ...studio, dns, address, serve, statusOf, ask, becomes }
}

onBothDatabases("only attached domains of workspaces in use are allowed", async (t, kind) => {
  const studio = await asked(t, kind)
  const { app, act, callers, workspaceId, ask, becomes } = studio
  assert.equal(await ask("go.example.com"), 404)
  await act("admin", attachDomain, { domain: "unproven.example.com" })
  for (const name of ["go.example.com", "xn--bro-hoa.example.com"]) leadHere(studio, name)
  const id = await attach(studio, "go.example.com")
  await attach(studio, "büro.example.com")
  await becomes(200, "go.example.com")
  await becomes(200, "xn--bro-hoa.example.com")
  assert.equal(await ask("GO.Example.COM"), 200)
  assert.equal(await ask("unproven.example.com"), 404)
  for (const near of ["example.com", "a.go.example.com", "o.example.com"]) assert.equal(await ask(near), 404)

  const operations = await insertWorkspace(app, "operations", "Operations")
  const operator = await insertMember(app, { workspaceId: operations, slug: "operations" }, "owner")
  const subject = { kind: "workspace", id: workspaceId }
  await act(operator, suspend, { ...subject, reason: "phishing", words: "" })
  await becomes(404, "go.example.com")
  await act(operator, liftSuspension, subject)
  await becomes(200, "go.example.com")

  await act("owner", trashWorkspace, { slug: "studio" })
  await becomes(404, "go.example.com")
  await act(callers.owner, restoreWorkspace, { slug: "studio" })
  await becomes(200, "go.example.com")

  await act("admin", removeDomain, { id })
  await becomes(404, "go.example.com")
  assert.equal(await ask("xn--bro-hoa.example.com"), 200, "the workspace's other domain stays")
})

onBothDatabases("the service's own hosts are allowed, and text that is no hostname is refused", async (t, kind) => {
  const { ask, statusOf, address } = await asked(t, kind)
  for (const own of Object.values(addresses)) assert.equal(await ask(new URL(own).hostname), 200, own)
  const long = `${"a.".repeat(150)}com`
  const invalid = ["", ".", "go.example.com.", "*.example.com", "büro.example.com", "go.example.com:443", long]
  const ips = ["127.0.0.1", "::1", "[::1]", "2001:db8::7"]
  for (const domain of [...invalid, ...ips, "go..example.com", "a/../b", "go example.com", "go.example.com\0"])
    assert.equal(await ask(domain), 400, domain)
  for (const query of ["", "?", "?name=ate.example.net", "?domain=ate.example.net&domain=go.example.com"])
    assert.equal(await statusOf(query), 400, query)
  assert.equal(await ask("unknown.example.com"), 404)

  const scraped = await (await fetch(`${address}/metrics`)).text()
  assert.match(scraped, /^tls_asked_total\{answer="ours"\} 5$/m)
  assert.match(scraped, /^tls_asked_total\{answer="unknown"\} 1$/m)
})

onBothDatabases(
  "a name that is claimed is looked at when a proxy asks, and allowed once it leads here",
  async (t, kind) => {
    const studio = await asked(t, kind)
    const { act, ask, becomes, clock, dns, address } = studio
    const { domain } = await act("admin", attachDomain, { domain: "go.example.com" })
    dns.answer("TXT", "_svc-claim.go.example.com", [domain.records.at(-1)?.value ?? ""])
    clock.advance(60_000)
    await act("admin", attachDomain, { domain: "go.example.com" })
    assert.equal(await ask("go.example.com"), 404, "the record below the name only prepares")
    clock.advance(7 * dayMs)
    leadHere(studio, "go.example.com")
    await becomes(200, "go.example.com")
    const scraped = async () => (await fetch(`${address}/metrics`)).text()
    assert.match(await scraped(), /^tls_asked_total\{answer="served"\} 1$/m)

    await attach(studio, "proven.example.com")
    dns.answer("CNAME", "proven.example.com", "NODATA")
    clock.advance(60_000)
    assert.deepEqual((await act("admin", attachDomain, { domain: "proven.example.com" })).missing, [])
    assert.equal(await ask("proven.example.com"), 404, "its records are there, but it leads elsewhere")
    leadHere(studio, "proven.example.com")
    clock.advance(60_000)
    await becomes(200, "proven.example.com")
  },
)

onBothDatabases("new certificates are bounded by the account and by the installation", async (t, kind) => {
  const studio = await asked(t, kind)
  const { app, ask, becomes, callers, clock, address } = studio
  const own = [1, 2, 3, 4].map((n) => `own-${n}.example.com`)
  for (const name of [...own, "other.example.net", "late.example.net"]) leadHere(studio, name)
  for (const name of own) await attach(studio, name)
  for (const name of ["other.example.net", "late.example.net"]) await attach(studio, name, callers.stranger)
  Object.assign(app, { limits: { ...app.limits, accountCertificates: 2, installationCertificates: 3 } })
  const statuses = []
  for (const name of [...own, ...own]) statuses.push(await ask(name))
  assert.deepEqual(statuses, [200, 200, 429, 429, 200, 200, 429, 429], "an allowed name stays allowed")
  await becomes(200, "other.example.net")
  assert.equal(await ask("late.example.net"), 429, "the installation has no more")
  const scraped = await (await fetch(`${address}/metrics`)).text()
  assert.match(scraped, /^tls_asked_total\{answer="held"\} 5$/m)
  clock.advance(60_000)
  Object.assign(app, { limits: { ...app.limits, installationCertificates: 100 } })
  await becomes(200, "late.example.net")
})

test("503 while the database does not answer and nothing was read yet; our own hosts are allowed", async (t) => {
  const { app, serve, statusOf } = await asked(t, "sqlite")
  const address = await serve(brokenDatabase(app))
  assert.equal(await statusOf("?domain=go.example.com", address), 503)
  assert.equal(await statusOf("?domain=ate.example.net", address), 200)
})
