import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { systemContext } from "#access/perform.ts"
import {
  browseLinks,
  createLink,
  editLinkAndSlug,
  importLinks,
  listFormerSlugs,
  restoreLink,
  trashLink,
  undoLinkImport,
} from "#domains/links/index.ts"
import { attachDomain, listDomains, recheckDomains, removeDomain } from "#domains/workspaces/index.ts"
import { dayMs } from "#kernel/time/units.ts"
import { type DatabaseKind, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { leadHere } from "#test/support/workspace/attach-domain.ts"
import { clicksOf, shorten } from "#test/support/workspace/links.ts"
import { httpWorld } from "#test/support/worlds/http-world.ts"

const host = "go.studio.com"
const destination = "https://example.com/spring"

async function movingWorld(t: TestContext, kind: DatabaseKind) {
  const dns = await dnsServer(t)
  const studio = { ...(await httpWorld(t, { kind, dnsServers: [dns.address] })), dns }
  const claim = async (by: "admin" | "stranger") => {
    const { domain } = await studio.act(by === "admin" ? "admin" : studio.callers.stranger, attachDomain, {
      domain: host,
    })
    dns.answer("TXT", `_svc-claim.${host}`, [domain.records.at(-1)?.value ?? ""])
    studio.clock.advance(60_000)
    await recheckDomains(systemContext(studio.app))
  }
  return { ...studio, claim, visit: (path: string) => studio.get(path, { host }) }
}

onBothDatabases("the first visitor after the move is redirected, and none before it", async (t, kind) => {
  const { act, claim, clock, visit, ...studio } = await movingWorld(t, kind)
  await claim("admin")
  const link = await shorten(studio, { slug: "spring", domain: host })
  assert.deepEqual([link.state, link.shortUrl], ["domain_waiting", `https://${host}/spring`])
  assert.notEqual((await visit("/spring")).headers.location, destination)
  clock.advance(6 * dayMs)
  leadHere(studio, host)
  const first = await visit("/Spring/?utm_source=paper")
  assert.deepEqual([first.status, first.headers.location], [302, destination])
  assert.equal(await clicksOf(studio, link.id), 1)
  assert.equal((await act("viewer", browseLinks, {})).links[0]?.state, "active")
})

onBothDatabases("two workspaces prepare the same names, and only the winner's are served", async (t, kind) => {
  const { act, callers, claim, clock, visit, ...studio } = await movingWorld(t, kind)
  await act("admin", attachDomain, { domain: host })
  await claim("stranger")
  const row = { slug: "spring", domain: host }
  const [ours, theirs] = ["https://example.com/ours", "https://example.com/theirs"]
  await act("member", createLink, { ...row, destination: ours })
  await act(callers.stranger, createLink, { ...row, destination: theirs })
  assert.equal((await act("member", importLinks, { rows: [{ ...row, destination: ours }] })).rows[0]?.state, "exists")
  leadHere(studio, host)
  clock.advance(60_000)
  assert.equal((await visit("/spring")).headers.location, theirs)
  const [kept] = (await act("viewer", browseLinks, {})).links
  assert.deepEqual([kept?.destination, kept?.state], [ours, "domain_waiting"])

  const [{ id } = { id: "" }] = (await act(callers.stranger, listDomains, {})).items
  await act(callers.stranger, removeDomain, { id })
  const { location = "" } = (await visit("/spring")).headers
  assert.ok(![ours, theirs].includes(location), "what waits is not served, and what was removed is not either")
  await claim("admin")
  clock.advance(60_000)
  assert.equal((await visit("/spring")).headers.location, ours)
})

onBothDatabases(
  "links on a domain that waits are edited, trashed, restored and undone as others are",
  async (t, kind) => {
    const { act, claim, clock, visit, ...studio } = await movingWorld(t, kind)
    await claim("admin")
    const { id } = await shorten(studio, { slug: "spring", domain: host })
    const edited = await act("member", editLinkAndSlug, {
      id,
      slug: "summer",
      destination: "https://example.com/summer",
    })
    assert.deepEqual([edited.state, edited.slug], ["domain_waiting", "summer"])
    const { formerSlugs } = await act("member", listFormerSlugs, { id })
    assert.deepEqual(
      formerSlugs.map(({ shortUrl }) => shortUrl),
      [`https://${host}/spring`],
    )
    assert.equal((await act("member", trashLink, { id })).state, "trashed")
    assert.equal((await act("member", restoreLink, { id })).state, "domain_waiting")
    const rows = [1, 2].map((n) => ({ slug: `row-${n}`, domain: host, destination }))
    const { importId } = await act("member", importLinks, { rows })
    assert.equal((await act("member", undoLinkImport, { id: importId })).changed, 2)

    leadHere(studio, host)
    clock.advance(60_000)
    for (const slug of ["spring", "summer"])
      assert.equal((await visit(`/${slug}`)).headers.location, "https://example.com/summer")
    assert.notEqual((await visit("/row-1")).headers.location, destination)
  },
)

onBothDatabases(
  "no link leads to a domain of the workspace that waits, since it would lead to itself",
  async (t, kind) => {
    const { act, claim, callers } = await movingWorld(t, kind)
    await claim("admin")
    const loop = { destination: `https://${host}/spring`, slug: "spring", domain: host }
    await assert.rejects(act("member", createLink, loop), { code: "invalid_request", message: /short link itself/ })
    await act(callers.stranger, createLink, { destination: loop.destination })
    await assert.rejects(act(callers.stranger, createLink, { destination, domain: host }), {
      message: "Domain is not active in this workspace.",
    })
  },
)

test("each host answers a question about itself, and differently", async (t) => {
  const { get } = await httpWorld(t)
  const path = `/.well-known/svc-domain/${"a1".repeat(13)}`
  const answers = await Promise.all(
    ["go.studio.com", "GO.studio.com:443", "go.studio.com.", "go.other.com", "localhost:3000"].map(async (host) => {
      const { status, headers, bytes } = await get(path, { host })
      assert.deepEqual([status, headers["cache-control"]], [200, "no-store"], host)
      return bytes.toString()
    }),
  )
  assert.equal(new Set(answers.slice(0, 3)).size, 1)
  assert.equal(new Set(answers).size, 3)
  for (const nonce of ["a", "A".repeat(26), "a".repeat(27), "%00"])
    assert.equal((await get(`/.well-known/svc-domain/${nonce}`, { host: "go.studio.com" })).status, 404, nonce)
})
