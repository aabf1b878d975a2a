import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { type TestContext, test } from "node:test"
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib"
import { ServiceError } from "#kernel/error.ts"
import { type DnsServer, dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { openGuardedFetch } from "./guarded.ts"
import type { HttpFetch } from "./port.ts"

interface Net {
  http: HttpFetch
  dns: DnsServer
  port: number
  /** How many connections reached the allowed peer, and the forbidden one. */
  connections: { allowed: number; forbidden: number }
}

const limits = { maxBytes: 1_000_000, timeoutMs: 30_000 }

/** Two peers on one port: 127.0.0.1 plays the public internet, 127.0.0.2 the internal network. */
async function net(t: TestContext, answer: RequestListener): Promise<Net> {
  const connections = { allowed: 0, forbidden: 0 }
  const allowed = createServer(answer).on("connection", () => connections.allowed++)
  const port = await listen(t, allowed, { port: 0, host: "127.0.0.1" })
  const forbidden = createServer((_, response) => response.end("secret")).on(
    "connection",
    () => connections.forbidden++,
  )
  await listen(t, forbidden, { port, host: "127.0.0.2" })
  const dns = await dnsServer(t)
  dns.answer("A", "public.example", ["127.0.0.1"])
  const http = openGuardedFetch({ dnsServers: [dns.address], allowed: `127.0.0.1:${port}` })
  return { http, dns, port, connections }
}

async function listen(t: TestContext, server: Server, at: { port: number; host: string }): Promise<number> {
  server.listen(at)
  await once(server, "listening")
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

interface Refusal {
  cause: RegExp
  within?: typeof limits
}

/** Asserts the constant refusal, and its logged cause, which shows that it was refused for the right reason. */
async function refused(http: HttpFetch, url: string, { cause, within = limits }: Refusal): Promise<void> {
  await assert.rejects(http.get(url, within), (error: ServiceError) => {
    assert.ok(error instanceof ServiceError)
    assert.deepEqual(
      [error.code, error.message, error.hint],
      [
        "invalid_request",
        "This URL could not be loaded.",
        "Use a public URL that responds within a few seconds and is not too large.",
      ],
    )
    assert.match(String((error.cause as Error).message), cause, url)
    return true
  })
}

const reply = (body: string | Buffer, headers: Record<string, string> = {}): RequestListener => {
  return (_, response) => response.writeHead(200, headers).end(body)
}

test("status, headers and body of a public address are returned; the given headers are sent", async (t) => {
  const { http, port } = await net(t, (request, response) => {
    response.writeHead(404, { etag: '"1"', "set-cookie": ["a=1", "b=2"] }).end(JSON.stringify(request.headers))
  })
  const url = `http://public.example:${port}/calendar.ics?token=1#fragment`
  const { status, headers, body } = await http.get(url, { ...limits, headers: { "if-none-match": '"0"' } })

  assert.equal(status, 404)
  assert.equal(headers.etag, '"1"')
  assert.equal(headers["set-cookie"], "a=1, b=2")
  const sent = JSON.parse(body.toString())
  assert.equal(sent["if-none-match"], '"0"')
  assert.equal(sent.host, `public.example:${port}`)
  assert.equal(sent.cookie, undefined)
})

test("every spelling of an internal address is refused before a connection", async (t) => {
  const { http, port, connections } = await net(t, reply("secret"))
  const hosts = [
    ...["127.0.0.2", "127.2", "0177.0.0.2", "0x7f.0.0.2", "0x7f000002", "2130706434", "017700000002", "127.0.0.2."],
    ...[
      ...["①②⑦.0.0.2", "127。0。0。2", "%31%32%37.0.0.2", "0.0.0.0", "0", "127.1.1.1", "[::]", "[::1]"],
      ...["[0:0:0:0:0:0:0:1]"],
    ],
    ...["[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::127.0.0.1]"],
    ...[
      "[64:ff9b::7f00:1]",
      "[2002:7f00:1::]",
      "[2001::7f00:1]",
      "10.0.0.1",
      "192.168.0.1",
      "172.16.0.1",
      "100.64.0.1",
    ],
    ...["169.254.169.254", "2852039166", "[fe80::1]", "[fd00:ec2::254]", "224.0.0.1", "255.255.255.255", "8.8.8.8"],
  ]
  for (const host of hosts) await refused(http, `http://${host}:${port}/`, { cause: /not public/ })
  for (const host of ["127.0.0.1", "169.254.169.254", "[::1]"])
    await refused(http, `http://${host}/`, { cause: /not public/ })

  assert.deepEqual(connections, { allowed: 0, forbidden: 0 })
})

test("other schemes, ports, credentials and nonsense are refused", async (t) => {
  const { http, port, connections } = await net(t, reply("secret"))
  for (const url of [
    "file:///etc/passwd",
    "ftp://public.example/",
    "gopher://public.example/",
    "data:,x",
    "javascript:1",
  ]) {
    await refused(http, url, { cause: /Only http/ })
  }
  for (const other of [22, 25, 6379, 8080]) await refused(http, `http://public.example:${other}/`, { cause: /port/ })
  await refused(http, `http://user:password@public.example:${port}/`, { cause: /credentials/ })
  await refused(http, `http://user@public.example:${port}/`, { cause: /credentials/ })
  for (const url of ["", "public.example", "http://", "http://[::1", "http://a b/", "//public.example/"]) {
    await refused(http, url, { cause: /URL/ })
  }
  assert.deepEqual(connections, { allowed: 0, forbidden: 0 })
})

test("a name with an internal address is refused, even if only one of its addresses is internal", async (t) => {
  const { http, dns, port, connections } = await net(t, reply("public"))
  dns.answer("A", "inside.example", ["127.0.0.2"])
  dns.answer("A", "mixed.example", ["127.0.0.1", "127.0.0.2"])
  dns.answer("A", "mixed6.example", ["127.0.0.1"])
  dns.answer("AAAA", "mixed6.example", ["::ffff:7f00:1"])
  dns.answer("AAAA", "nat64.example", ["64:ff9b::7f00:1"])
  dns.answer("A", "metadata.example", ["169.254.169.254"])

  for (const name of ["inside", "mixed", "mixed6", "nat64", "metadata"]) {
    await refused(http, `http://${name}.example:${port}/`, { cause: /public addresses only/ })
  }
  await refused(http, `http://localhost:${port}/`, { cause: /ENOTFOUND/ })
  assert.deepEqual(connections, { allowed: 0, forbidden: 0 })
})

test("a name whose address changes after the check is not looked up again", async (t) => {
  const { http, dns, port, connections } = await net(t, reply("public"))
  dns.answer("A", "rebinding.example", ["127.0.0.1"], ["127.0.0.2"])
  const url = `http://rebinding.example:${port}/`

  assert.equal((await http.get(url, limits)).body.toString(), "public")
  assert.deepEqual(
    dns.questions.filter((question) => question.startsWith("A ")),
    ["A rebinding.example"],
  )
  await refused(http, url, { cause: /public addresses only/ })
  assert.deepEqual(connections, { allowed: 1, forbidden: 0 })
})

test("a redirect is checked like the first address", async (t) => {
  const { http, dns, port, connections } = await net(t, (request, response) => {
    const place = decodeURIComponent(request.url?.slice("/?to=".length) ?? "")
    response.writeHead(302, { location: place }).end()
  })
  dns.answer("A", "inside.example", ["127.0.0.2"])
  const places: [string, RegExp][] = [
    [`http://127.0.0.2:${port}/`, /not public/],
    ["http://169.254.169.254/latest/meta-data/", /not public/],
    [`http://[::ffff:127.0.0.2]:${port}/`, /not public/],
    [`http://inside.example:${port}/`, /public addresses only/],
    [`//127.0.0.2:${port}/`, /not public/],
    ["http://public.example:22/", /port/],
    [`http://user:password@public.example:${port}/`, /credentials/],
    ["file:///etc/passwd", /Only http/],
    ["http://[", /URL/],
  ]
  for (const [place, cause] of places) {
    await refused(http, `http://public.example:${port}/?to=${encodeURIComponent(place)}`, { cause })
  }
  assert.deepEqual(connections, { allowed: places.length, forbidden: 0 })
})

test("a redirect is returned to those who ask for it, and not followed", async (t) => {
  const { http, port, connections } = await net(t, (_, response) => {
    response.writeHead(302, { location: "/elsewhere" }).end()
  })
  const url = `http://public.example:${port}/`
  const { status, headers } = await http.get(url, { ...limits, returnsRedirects: true })
  assert.deepEqual([status, headers.location], [302, "/elsewhere"])
  assert.equal(connections.allowed, 1)
})

test("requests name the service, unless they bring a name of their own", async (t) => {
  const { dns, port } = await net(t, (request, response) => response.end(request.headers["user-agent"]))
  const userAgent = "Atelier/1 (+https://studio.example)"
  const http = openGuardedFetch({ dnsServers: [dns.address], allowed: `127.0.0.1:${port}`, userAgent })
  const url = `http://public.example:${port}/`
  assert.equal((await http.get(url, limits)).body.toString(), userAgent)
  const own = { ...limits, headers: { "user-agent": "Atelier-Calendars/1" } }
  assert.equal((await http.get(url, own)).body.toString(), "Atelier-Calendars/1")
})

test("five redirects are followed, a sixth is not", async (t) => {
  const { http, port } = await net(t, (request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end("arrived")
    else response.writeHead(307, { location: `/${left - 1}` }).end()
  })

  assert.equal((await http.get(`http://public.example:${port}/5`, limits)).body.toString(), "arrived")
  await refused(http, `http://public.example:${port}/6`, { cause: /too many redirects/ })
})

test("a compressed body is returned decompressed", async (t) => {
  const text = "BEGIN:VCALENDAR ".repeat(1_000)
  const bodies: Record<string, Buffer> = {
    gzip: gzipSync(text),
    deflate: deflateSync(text),
    br: brotliCompressSync(text),
    "gzip, br": brotliCompressSync(gzipSync(text)),
  }
  const { http, port } = await net(t, (request, response) => {
    const encoding = decodeURIComponent(request.url?.slice(1) ?? "")
    response.writeHead(200, { "content-encoding": encoding }).end(bodies[encoding])
  })

  for (const encoding of Object.keys(bodies)) {
    const { body } = await http.get(`http://public.example:${port}/${encodeURIComponent(encoding)}`, limits)
    assert.equal(body.toString(), text, encoding)
  }
})

test("a body may be as large as allowed, and not a byte larger", async (t) => {
  const { http, port } = await net(t, reply("x".repeat(1_000)))
  const url = `http://public.example:${port}/`

  assert.equal((await http.get(url, { ...limits, maxBytes: 1_000 })).body.length, 1_000)
  await refused(http, url, { cause: /too large/, within: { ...limits, maxBytes: 999 } })
})

for (const [encoding, compress] of [
  ["gzip", (bytes: Buffer) => gzipSync(bytes)],
  ["br", (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ["gzip, gzip", (bytes: Buffer) => gzipSync(gzipSync(bytes))],
] as const) {
  test(`a bomb packed with ${encoding} is stopped before it is unpacked`, async (t) => {
    const { http, port } = await net(t, reply(compress(Buffer.alloc(64_000_000)), { "content-encoding": encoding }))
    const before = process.memoryUsage.rss()

    await refused(http, `http://public.example:${port}/`, { cause: /too large/ })
    assert.ok(process.memoryUsage.rss() - before < 48_000_000, "it never lay in memory as a whole")
  })
}

test("an endless body, a slow one, and a missing response are stopped", async (t) => {
  const { http, port, dns } = await net(t, (request, response) => {
    if (request.url === "/endless") {
      const more = () => response.write("x".repeat(65_536), (error) => error || more())
      more()
    }
    if (request.url === "/slow") {
      const timer = setInterval(() => response.write("x"), 50)
      response.on("close", () => clearInterval(timer))
    }
  })
  dns.answer("A", "silent.example", "silence")
  dns.answer("AAAA", "silent.example", "silence")
  const short = { ...limits, timeoutMs: 300 }

  await refused(http, `http://public.example:${port}/endless`, { cause: /too large/ })
  const begin = performance.now()
  await refused(http, `http://public.example:${port}/slow`, { cause: /abort/, within: short })
  await refused(http, `http://public.example:${port}/never`, { cause: /abort/, within: short })
  await refused(http, `http://silent.example:${port}/`, { cause: /abort/, within: short })
  assert.ok(performance.now() - begin < limits.timeoutMs, "the short limit counted, and not the usual one")
})

test("a truncated response, or one with an encoding that was not requested, is refused", async (t) => {
  const { http, port } = await net(t, (request, response) => {
    if (request.url === "/broken") {
      response.writeHead(200, { "content-length": "100" }).write("half")
      setImmediate(() => response.destroy())
    } else if (request.url === "/truncated") {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(1_000)).subarray(0, 20))
    } else response.writeHead(200, { "content-encoding": request.url?.slice(1) }).end("x")
  })

  await refused(http, `http://public.example:${port}/broken`, { cause: /abort/ })
  await refused(http, `http://public.example:${port}/truncated`, { cause: /unexpected end/ })
  await refused(http, `http://public.example:${port}/compress`, { cause: /not asked for/ })
  await refused(http, `http://public.example:${port}/constructor`, { cause: /not asked for/ })
  await refused(http, `http://public.example:${port}/gzip,gzip,gzip`, { cause: /too often/ })
})
