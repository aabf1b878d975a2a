import assert from "node:assert/strict"
import { test } from "node:test"
import { failsUpstream } from "#test/support/basics/fails-upstream.ts"
import { resolverWithServer } from "#test/support/stand-ins/dns-server.ts"
import { openDns } from "./resolver.ts"

test("the chunks of a TXT record are joined, and every record is returned", async (t) => {
  const { server, dns } = await resolverWithServer(t)
  server.answer("TXT", "example.com", ["v=spf1 -all", ["svc-verify=", "example", ".com"]])

  assert.deepEqual((await dns.txt("example.com")).sort(), ["svc-verify=example.com", "v=spf1 -all"])
})

test("a name that does not exist, or has no TXT record, has an empty result", async (t) => {
  const { server, dns } = await resolverWithServer(t)
  server.answer("TXT", "nodata.example.com", "NODATA")

  assert.deepEqual(await dns.txt("nxdomain.example.com"), [])
  assert.deepEqual(await dns.txt("nodata.example.com"), [])
})

for (const failure of ["SERVFAIL", "REFUSED"] as const) {
  test(`${failure} is a failure, not an empty result, and is not cached`, async (t) => {
    const { server, dns } = await resolverWithServer(t)
    server.answer("TXT", "example.com", failure)
    await assert.rejects(dns.txt("example.com"), failsUpstream)

    server.answer("TXT", "example.com", ["back"])
    assert.deepEqual(await dns.txt("example.com"), ["back"])
  })
}

test("a response too long for a datagram is complete; a record above the limit is dropped", async (t) => {
  const { server, dns } = await resolverWithServer(t)
  const long = Array.from({ length: 16 }, () => "a".repeat(255))
  server.answer("TXT", "example.com", [long, [...long, ...long], "short"])

  assert.deepEqual((await dns.txt("example.com")).sort(), [long.join(""), "short"])
})

test("of very many records the first 200 are returned", async (t) => {
  const { server, dns } = await resolverWithServer(t)
  server.answer(
    "TXT",
    "example.com",
    Array.from({ length: 300 }, (_, index) => `record ${index}`),
  )

  assert.equal((await dns.txt("example.com")).length, 200)
})

test("concurrent queries for one name are sent once", async (t) => {
  const { server, dns } = await resolverWithServer(t)
  server.answer("TXT", "example.com", ["once"])

  const answers = await Promise.all(Array.from({ length: 50 }, () => dns.txt("EXAMPLE.com")))
  assert.deepEqual(answers, Array(50).fill(["once"]))
  assert.deepEqual(server.questions, ["TXT example.com"])
})

test("a result is cached for 15 s, an empty one too", async (t) => {
  const { server, dns, advance } = await resolverWithServer(t)
  assert.deepEqual(await dns.txt("example.com"), [])
  server.answer("TXT", "example.com", ["there now"])

  advance(14_999)
  assert.deepEqual(await dns.txt("example.com"), [])
  advance(1)
  assert.deepEqual(await dns.txt("example.com"), ["there now"])
})

test("a CNAME's target is returned in lower case without its dot, separately from the TXT records", async (t) => {
  const { server, dns } = await resolverWithServer(t)
  server.answer("CNAME", "go.example.com", ["Links.Example.NET."])
  server.answer("TXT", "go.example.com", ["v=spf1 -all"])

  assert.deepEqual(await dns.cname("go.example.com"), ["links.example.net"])
  assert.deepEqual(await dns.txt("go.example.com"), ["v=spf1 -all"])
  assert.deepEqual(await dns.cname("example.com"), [])
})

test("the addresses of a name are those of both families", async (t) => {
  const { server, dns, advance } = await resolverWithServer(t)
  server.answer("A", "both.example.com", ["203.0.113.7", "203.0.113.8"])
  server.answer("AAAA", "both.example.com", ["2001:db8::7"])
  server.answer("A", "one.example.com", ["203.0.113.7"])

  assert.deepEqual((await dns.addresses("both.example.com")).sort(), ["2001:db8::7", "203.0.113.7", "203.0.113.8"])
  assert.deepEqual(await dns.addresses("one.example.com"), ["203.0.113.7"])
  assert.deepEqual(await dns.addresses("none.example.com"), [])
  server.answer("AAAA", "one.example.com", "SERVFAIL")
  advance(15_000)
  await assert.rejects(dns.addresses("one.example.com"), failsUpstream, "half of the addresses says nothing")
})

test("a server that is not an address stops the start", () => {
  assert.throws(() => openDns(["dns.example"]))
})
