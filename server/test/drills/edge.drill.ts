/**
 * The handbook's proxies in front of two processes: Debian's caddy and pebble (an ACME authority), and nginx. It takes
 * two minutes, because streams and sockets must outlast a minute.
 */
import assert from "node:assert/strict"
import { exec } from "node:child_process"
import { request } from "node:http"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { setTimeout } from "node:timers/promises"
import { promisify } from "node:util"
import { handbook } from "#test/support/basics/handbook.ts"
import { until } from "#test/support/basics/until.ts"
import { openEditor } from "#test/support/docs/doc-editor.ts"
import { skipWithoutEdge } from "#test/support/edge/child.ts"
import { changeAt, type Edge, fetchAt, tlsFor } from "#test/support/edge/edge.ts"
import { type EdgeGround, edgeGround } from "#test/support/edge/ground.ts"
import { openCaddy, openNginx } from "#test/support/edge/proxies.ts"
import { openStream } from "#test/support/http/event-stream.ts"

const host = "go.example.net"
const minute = 60_000
const refusedHandshake = /tlsv1 alert internal error/

const skip = skipWithoutEdge(["/usr/bin/caddy", "/usr/bin/pebble", "/usr/sbin/nginx"])

test("an attached domain redirects over HTTPS, and a detached one gets no certificate", {
  skip,
}, async (t) => {
  const ground = await edgeGround(t)
  const { base, cookies } = ground
  for (const name of ["atelier.example.com", "s.example.com", host, "late.example.net"]) leadHere(ground, name)
  const edge = await openCaddy(t, ground)
  const { authority } = edge
  const home = await fetchAt(edge, base)
  assert.deepEqual([home.status, home.names], [200, "DNS:atelier.example.com"])
  assert.equal(authority.orders(), 1)
  await assert.rejects(fetchAt(edge, `https://${host}/spring`), refusedHandshake)
  assert.equal(authority.orders(), 1, "an unknown name is not ordered")

  const as = { base, cookie: cookies.admin }
  const attach = (domain: string) => attachAt(edge, ground, domain)
  const id = await attach(host)
  const input = { slug: "spring", destination: "https://example.org/sale", domain: host }
  await changeAt(edge, as, { action: "create-tagged-link", input })
  const follow = () => fetchAt(edge, `https://${host}/spring`)
  await until(() =>
    follow().then(
      () => true,
      () => false,
    ),
  )
  const redirect = await follow()
  assert.deepEqual([redirect.status, redirect.headers.location], [302, "https://example.org/sale"])
  assert.equal(redirect.names, `DNS:${host}`)
  assert.equal(authority.orders(), 2)
  const plain = await overHttp(edge.httpPort, "/spring")
  assert.deepEqual([plain.status, plain.location], [308, `https://${host}/spring`])

  await changeAt(edge, as, { action: "remove-domain", input: { id } })
  assert.equal((await follow()).status, 404, "the certificate stays, and the service refuses the host")
  await changeAt(edge, as, { action: "remove-domain", input: { id: await attach("late.example.net") } })
  await until(async () => (await answersOf(ground, "late.example.net")).every((status) => status === 404))
  await assert.rejects(fetchAt(edge, "https://late.example.net/"), refusedHandshake)
  assert.equal(authority.orders(), 2)
})

test("a domain moves in: its first handshake gets a certificate, and its first visitor the link", {
  skip,
}, async (t) => {
  const ground = await edgeGround(t)
  const { base, cookies, dns } = ground
  for (const name of ["atelier.example.com", "s.example.com"]) leadHere(ground, name)
  const edge = await openCaddy(t, ground)
  const as = { base, cookie: cookies.admin }
  const ask = () => changeAt(edge, as, { action: "attach-domain", input: { domain: host } })
  const { domain } = await ask()
  dns.answer("A", host, ["203.0.113.9"])
  const claim = domain.records.at(-1)
  dns.answer("TXT", claim.name, [claim.value])
  await setTimeout(16_000) // each process keeps an answer of the DNS for 15 seconds
  assert.deepEqual((await ask()).missing, [host])
  const input = { slug: "spring", destination: "https://example.org/sale", domain: host }
  await changeAt(edge, as, { action: "create-tagged-link", input })
  await assert.rejects(fetchAt(edge, `https://${host}/spring`), refusedHandshake)
  const orders = edge.authority.orders()

  leadHere(ground, host)
  const asked = Date.now()
  const visit = () => fetchAt(edge, `https://${host}/Spring/?utm_source=paper`).catch(() => undefined)
  await until(async () => (await visit())?.headers.location === "https://example.org/sale", minute)
  assert.ok(Date.now() - asked < 30_000)
  assert.equal(edge.authority.orders(), orders + 1)

  const nonce = "a1".repeat(13)
  const path = `/.well-known/svc-domain/${nonce}`
  const [plain, redirected] = [await overHttp(edge.httpPort, path), await overHttp(edge.httpPort, "/spring")]
  assert.equal(plain.status, 200, "before a certificate, a proxy has no other way to the service")
  assert.match(plain.text, /^[\w-]{43}$/)
  assert.equal(redirected.status, 308)
})

for (const [name, open] of Object.entries({ Caddy: openCaddy, nginx: openNginx })) {
  test(`sockets and streams pass through ${name}, and stay open for longer than its minute`, { skip }, async (t) => {
    const ground = await edgeGround(t)
    leadHere(ground, "atelier.example.com")
    const edge: Edge = await open(t, ground)
    const { base, cookies } = ground
    const url = `https://127.0.0.1:${edge.port}/console/live?workspace=studio`
    const headers = { host: "atelier.example.com", cookie: cookies.member, "sec-fetch-site": "same-origin" }
    const stream = await openStream(url, headers, tlsFor(edge, "atelier.example.com"))
    t.after(stream.close)
    assert.equal(stream.status, 200)
    const [one, other] = [openDoc(t, ground, { edge, who: "admin" }), openDoc(t, ground, { edge, who: "member" })]
    one.type("typed by one")
    await other.shows("", "typed by one")

    const input = { slug: name.toLowerCase(), destination: "https://example.org/" }
    await changeAt(edge, { base, cookie: cookies.admin }, { action: "create-tagged-link", input })
    await until(async () =>
      stream.events.some(({ event, data }) => event === "changes" && JSON.stringify(data).includes("links")),
    )

    const heartbeats = () => stream.text().match(/^event: alive$/gm)?.length ?? 0
    await until(async () => heartbeats() >= 5, 4 * minute) // one at the beginning, then each 25 seconds
    other.type("typed after a minute")
    await one.shows("", "typed by one", "typed after a minute")
    assert.deepEqual([one.closes, other.closes], [[], []])
  })
}

test("Caddy takes the handbook's file, with its defaults", { skip }, async () => {
  const command = handbook("caddy validate --adapter caddyfile --config /etc/caddy/Caddyfile", {
    "/etc/caddy/Caddyfile": "deploy/caddy/Caddyfile",
  })
  const { stderr, stdout } = await promisify(exec)(command, { cwd: join(import.meta.dirname, "../../..") })
  assert.match(stdout + stderr, /Valid configuration/)
})

test("nginx refuses a network above its rate with the envelope, and no process sees these requests", {
  skip,
}, async (t) => {
  const ground = await edgeGround(t)
  const edge = await openNginx(t, ground)
  const asked = Array.from({ length: 3_000 }, () => fetchAt(edge, `${ground.base}/api/health`).catch(() => undefined))
  const answers = (await Promise.all(asked)).filter((answer) => answer !== undefined)
  const refused = answers.find(({ status }) => status === 429)
  assert.equal(JSON.parse(refused?.text ?? "{}").error?.code, "rate_limited")
  assert.equal(refused?.headers["retry-after"], "10")
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 429]))
})

/** Attaches a domain as an admin does, in the console. Returns its id. */
async function attachAt(edge: Edge, { base, dns, cookies }: EdgeGround, domain: string): Promise<string> {
  const ask = () => changeAt(edge, { base, cookie: cookies.admin }, { action: "attach-domain", input: { domain } })
  const asked = await ask()
  for (const { type, name, value } of asked.domain.records) dns.answer(type, name, [value])
  dns.answer("CNAME", domain, "NODATA")
  // The service keeps an answer of the DNS for 15 seconds.
  await until(async () => (await ask()).missing.length === 0, minute)
  return asked.domain.id
}

/** Makes the DNS lead a name to this machine. */
function leadHere({ dns }: EdgeGround, name: string): void {
  dns.answer("A", name, ["127.0.0.1"])
  dns.answer("AAAA", name, "NODATA")
}

function openDoc(t: TestContext, ground: EdgeGround, { edge, who }: { edge: Edge; who: "admin" | "member" }) {
  const url = `wss://127.0.0.1:${edge.port}/console/docs-socket?workspace=studio`
  const headers = { host: "atelier.example.com", cookie: ground.cookies[who], origin: ground.base }
  const editor = openEditor({ url, headers, tls: tlsFor(edge, "atelier.example.com") }, ground.docId)
  t.after(editor.close)
  return editor
}

/** What each process says about a certificate for a name. */
function answersOf({ operations }: EdgeGround, name: string): Promise<number[]> {
  return Promise.all(operations.map(async (port) => (await fetch(`http://${port}/tls/ask?domain=${name}`)).status))
}

function overHttp(port: number, path: string): Promise<{ status: number; location: string | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, headers: { host } }, async (response) => {
      const text = (await response.toArray()).join("")
      resolve({ status: response.statusCode ?? 0, location: response.headers.location, text })
    })
    asked.on("error", reject).end()
  })
}
