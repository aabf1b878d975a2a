import assert from "node:assert/strict"
import { openMemoryCounters } from "#adapters/counters/memory.ts"
import { hourMs } from "#kernel/time/units.ts"
import { onSqlite } from "#test/support/databases/test-databases.ts"
import { dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { attach } from "#test/support/workspace/attach-domain.ts"
import { world } from "#test/support/worlds/world.ts"
import { attachDomain, listDomains, recheckDomains, removeDomain } from "../index.ts"

onSqlite("a workspace attaches ten new domains a day; a domain that it has does not count again", async (t, kind) => {
  const dns = await dnsServer(t)
  const studio = { ...(await world(t, kind, { dnsServers: [dns.address] })), dns }
  const { act, callers } = studio
  for (let n = 0; n < 10; n += 1) {
    const id = await attach(studio, `go${n}.example.com`)
    if (n > 0) await act("admin", removeDomain, { id }) // a removed one has counted
  }
  await act("admin", attachDomain, { domain: "go0.example.com" })

  await assert.rejects(attach(studio, "go10.example.com"), {
    code: "rate_limited",
    message: "A workspace can attach 10 new domains a day.",
  })
  const { items } = await act("admin", listDomains, {})
  assert.deepEqual(
    items.map(({ hostname, state }) => `${hostname} ${state}`),
    ["go0.example.com attached", "go10.example.com waiting"],
  )
  await attach(studio, "elsewhere.example.com", callers.stranger)
})

onSqlite("the schedule attaches ten new domains of a workspace a day, and the others later", async (t, kind) => {
  const dns = await dnsServer(t)
  const studio = { ...(await world(t, kind, { dnsServers: [dns.address] })), dns }
  const { act, cx, clock } = studio
  const hosts = Array.from({ length: 12 }, (_, n) => `go${n}.example.com`)
  for (const domain of hosts) {
    const { records } = (await act("admin", attachDomain, { domain })).domain
    for (const { type, name, value } of records) dns.answer(type, name, [value])
    clock.advance(60_000)
  }
  const attached = async () => {
    const { items } = await act("admin", listDomains, {})
    return items.filter(({ state }) => state === "attached").length
  }
  await recheckDomains(cx)
  assert.equal(await attached(), 10)
  clock.advance(hourMs)
  await recheckDomains(cx)
  assert.equal(await attached(), 10)
  clock.advance(25 * hourMs)
  const nextDay = { ...cx, counters: openMemoryCounters() }
  await recheckDomains(nextDay)
  assert.equal(await attached(), 12)
})

onSqlite("other processes are notified of attached and detached domains, not of checked ones", async (t, kind) => {
  const dns = await dnsServer(t)
  const studio = { ...(await world(t, kind, { dnsServers: [dns.address] })), dns }
  const { act, app, cx, clock, workspaceId } = studio
  const heard: string[] = []
  app.bus.subscribe("domains", (text) => heard.push(text))
  await act("admin", attachDomain, { domain: "go.example.com" })
  assert.deepEqual(heard, [])
  await attach(studio, "go.example.com")
  await act("admin", attachDomain, { domain: "go.example.com" })
  assert.deepEqual(heard, [workspaceId])

  dns.answer("TXT", "_svc-claim.go.example.com", "NODATA")
  for (let day = 0; day < 5; day += 1) {
    clock.advance(25 * hourMs)
    await recheckDomains(cx)
  }
  assert.equal((await act("admin", listDomains, {})).items[0]?.state, "waiting")
  assert.deepEqual(heard, [workspaceId, workspaceId], "the last check detached it")
})
