import assert from "node:assert/strict"
import { createServer, type RequestListener } from "node:http"
import { type TestContext, test } from "node:test"
import { listen } from "#test/support/http/listen.ts"
import { dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { type Fetch, openRequests, type RequestOptions } from "./request.ts"
import { RequestFault } from "./request-fault.ts"

const limits = { maxBytes: 100_000, silenceMs: 5_000, totalMs: 10_000 }

interface Peer {
  origin: string
  /** The requests that arrived, as `METHOD path`. */
  asked: string[]
  fetch: Fetch
}

/** A peer at 127.0.0.1 that the fetch allows, by its address and as `localhost`. */
async function peer(t: TestContext, answer: RequestListener, options: Partial<RequestOptions> = {}): Promise<Peer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  const port = await listen(t, server)
  const isAllowed = (address: string, to: number) => address === "127.0.0.1" && to === port
  return { origin: `http://127.0.0.1:${port}`, asked, fetch: openRequests({ ...limits, isAllowed, ...options }) }
}

const failsFor = (reason: RequestFault["reason"]) => (error: unknown) => {
  assert.ok(error instanceof RequestFault, String(error))
  assert.equal(error.reason, reason)
  return true
}

test("method, headers and body are sent, status, headers and body are returned; cookies are neither", async (t) => {
  const { origin, fetch } = await peer(t, async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    response.writeHead(201, { "set-cookie": "a=1", "x-said": "yes" })
    response.end(JSON.stringify({ method: request.method, headers: request.headers, body }))
  })
  const headers = { authorization: "Bearer x", cookie: "session=1" }
  const answer = await fetch(`${origin}/mcp`, { method: "POST", headers, body: new URLSearchParams({ a: "ö" }) })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get("x-said"), "yes")
  assert.deepEqual(answer.headers.getSetCookie(), [])
  const sent = JSON.parse(await answer.text())
  assert.deepEqual([sent.method, sent.body], ["POST", "a=%C3%B6"])
  assert.equal(sent.headers.authorization, "Bearer x")
  assert.equal(sent.headers.cookie, undefined)
  assert.match(sent.headers["content-type"], /^application\/x-www-form-urlencoded/)
})

test("requests name the service, unless they bring a name of their own", async (t) => {
  const userAgent = "Atelier/1 (+https://studio.example)"
  const answer: RequestListener = (request, response) => response.end(request.headers["user-agent"])
  const { origin, fetch } = await peer(t, answer, { userAgent })
  assert.equal(await (await fetch(`${origin}/`)).text(), userAgent)
  assert.equal(await (await fetch(`${origin}/`, { headers: { "user-agent": "Own/2" } })).text(), "Own/2")
})

test("a response is read as a stream", async (t) => {
  const turns: (() => void)[] = []
  const { origin, fetch } = await peer(t, (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n")
    turns.push(() => response.end("data: 2\n\n"))
  })
  const { body } = await fetch(`${origin}/`)
  assert.ok(body)
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  assert.equal((await reader.read()).value, "data: 1\n\n")
  turns[0]?.()
  assert.equal((await reader.read()).value, "data: 2\n\n")
  assert.equal((await reader.read()).done, true)
})

test("a redirect is returned, not followed", async (t) => {
  const { origin, asked, fetch } = await peer(t, (_, response) => {
    response.writeHead(307, { location: "/elsewhere" }).end()
  })
  assert.equal((await fetch(`${origin}/`)).status, 307)
  assert.deepEqual(asked, ["GET /"])
})

test("every spelling of an internal address, plain http, other ports and credentials are refused", async (t) => {
  const { origin, asked, fetch } = await peer(t, (_, response) => response.end("secret"))
  const port = new URL(origin).port
  const hosts = [
    ...["127.0.0.2", "127.2", "0177.0.0.2", "0x7f.0.0.2", "2130706434", "127.0.0.2.", "①②⑦.0.0.2", "0.0.0.0", "0"],
    ...["10.0.0.5", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1", "[::]", "[::1]", "[fe80::1]"],
    ...["[fd00::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::a9fe:a9fe]", "[2002:7f00:1::]", "224.0.0.1"],
  ]
  const addresses = [
    ...hosts.flatMap((host) => [`https://${host}/`, `http://${host}:${port}/`, `https://${host}:${port}/`]),
    ...[
      "http://93.184.216.34/",
      "http://93.184.216.34:443/",
      "https://93.184.216.34:8443/",
      "https://me:secret@93.184.216.34/",
      "ftp://93.184.216.34/",
    ],
    ...["file:///etc/passwd", "data:text/plain,x", "javascript:alert(1)"],
    `http://user@127.0.0.1:${port}/`,
  ]
  for (const address of addresses) {
    await assert.rejects(fetch(address), (error: unknown) => {
      // The web's `fetch` refuses any address with credentials.
      if (error instanceof TypeError) return /credentials/.test(error.message)
      return failsFor("address")(error)
    })
  }
  assert.deepEqual(asked, [])
})

test("a name is resolved once, and refused if any of its addresses is not public", async (t) => {
  const dns = await dnsServer(t)
  dns.answer("A", "inside.example", ["10.0.0.5"])
  dns.answer("A", "both.example", ["93.184.216.34", "127.0.0.2"])
  dns.answer("A", "mixed.example", ["127.0.0.1", "127.0.0.2"])
  dns.answer("A", "changes.example", ["127.0.0.1"], ["127.0.0.2"])
  const { origin, fetch, asked } = await peer(t, (_, response) => response.end("fine"), { dnsServers: [dns.address] })
  const port = new URL(origin).port
  for (const name of ["inside.example", "both.example", "missing.example"]) {
    await assert.rejects(fetch(`https://${name}/`), failsFor("unreachable"))
  }
  // The first address is allowed, and its server responds. Only the second address is forbidden.
  await assert.rejects(fetch(`http://mixed.example:${port}/`), failsFor("unreachable"))
  assert.equal(await (await fetch(`http://changes.example:${port}/`)).text(), "fine")
  assert.equal(dns.questions.filter((question) => question === "A changes.example").length, 1)
  await assert.rejects(fetch(`http://changes.example:${port}/`), failsFor("unreachable"))
  assert.deepEqual(asked, ["GET /"])
})

test("a response that is too large, announced or not, ends as soon as that is known", async (t) => {
  let written = 0
  const { origin, fetch } = await peer(t, (request, response) => {
    if (request.url === "/said") return response.writeHead(200, { "content-length": "30000000" }).flushHeaders()
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(10_000))) written += 10_000
      response.once("drain", more)
    }
    more()
  })
  await assert.rejects(fetch(`${origin}/said`), failsFor("too large"))
  await assert.rejects(
    fetch(`${origin}/endless`).then((answer) => answer.text()),
    failsFor("too large"),
  )
  assert.ok(written < 20_000_000, "the peer was not stopped")
})

test("a request ends when its peer is silent before or within the response, or very slow", async (t) => {
  const answer: RequestListener = (request, response) => {
    if (request.url === "/mute") return
    response.writeHead(200).write("x")
    if (request.url === "/drips") {
      const drip = setInterval(() => response.write("x"), 20)
      response.on("close", () => clearInterval(drip))
    }
  }
  const quiet = await peer(t, answer, { silenceMs: 200 })
  const begun = performance.now()
  await assert.rejects(quiet.fetch(`${quiet.origin}/mute`), failsFor("silent"))
  await assert.rejects(
    quiet.fetch(`${quiet.origin}/stops`).then((answer) => answer.text()),
    failsFor("silent"),
  )
  assert.ok(performance.now() - begun < limits.totalMs, "it did not take until everything has to be over")
  const slow = await peer(t, answer, { silenceMs: 200, totalMs: 600 })
  await assert.rejects(
    slow.fetch(`${slow.origin}/drips`).then((answer) => answer.text()),
    failsFor("silent"),
  )
})

test("a truncated or compressed response is a fault", async (t) => {
  const { origin, fetch } = await peer(t, (request, response) => {
    if (request.url === "/packed") return response.writeHead(200, { "content-encoding": "gzip" }).end("x")
    response.writeHead(200, { "content-length": "10" }).write("half", () => response.destroy())
  })
  await assert.rejects(fetch(`${origin}/packed`), failsFor("unreachable"))
  await assert.rejects(
    fetch(`${origin}/cut`).then((answer) => answer.text()),
    failsFor("unreachable"),
  )
})

test("an abort ends it with the abort's reason, before and within the response", async (t) => {
  const { origin, fetch } = await peer(t, (request, response) => {
    if (request.url === "/starts") response.writeHead(200).write("x")
  })
  const reason = new Error("The person stopped it.")
  const controller = new AbortController()
  const { body } = await fetch(`${origin}/starts`, { signal: controller.signal })
  const waiting = fetch(`${origin}/mute`, { signal: controller.signal })
  const reader = body?.getReader()
  await reader?.read()
  controller.abort(reason)
  await assert.rejects(waiting, reason)
  await assert.rejects(async () => reader?.read(), reason)
})
