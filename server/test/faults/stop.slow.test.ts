import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { Agent, request } from "node:http"
import { connect } from "node:net"
import { test } from "node:test"
import { serverProgram, startServer } from "#test/support/processes/server-process.ts"

interface Answer {
  status: number
  connection: string | undefined
}

function get(url: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      response.resume().on("end", () => {
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection })
      })
    })
      .on("error", reject)
      .end()
  })
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`${signal} during load loses no request in flight, and the process ends well within 10 s`, async (t) => {
    const server = await startServer(t, { SVC_RATE_READS: "1000000" })
    const agent = new Agent({ keepAlive: true, maxSockets: 20 })
    t.after(() => agent.destroy())
    const answers: Answer[] = []
    const failures: string[] = []

    const client = async () => {
      for (;;) {
        try {
          answers.push(await get(`${server.url}/api/onboard/check-slug?slug=free`, agent))
          // A terminal's Ctrl-C reaches the process twice under npm.
          if (answers.length === 500 || answers.length === 501) server.process.kill(signal)
        } catch (error) {
          const { code = "" } = error as NodeJS.ErrnoException
          if (code !== "ECONNREFUSED") failures.push(code)
          return // no new connection: the listener is closed
        }
      }
    }
    await Promise.all(Array.from({ length: 20 }, client))

    const killedAt = Date.now()
    assert.deepEqual(await server.ended, { code: 0, signal: null })
    assert.ok(Date.now() - killedAt < 9_000)
    assert.deepEqual(failures, [], "every request that reached a connection was answered")
    assert.ok(answers.length >= 500)
    for (const { status } of answers) assert.equal(status, 200)
    assert.ok(answers.some(({ connection }) => connection === "close"))
  })
}

test("a request that is half sent at SIGTERM is answered, and ready says 503 on an open connection", async (t) => {
  const server = await startServer(t)
  const { hostname, port } = new URL(server.url)
  const [slow, idle] = [connect(Number(port), hostname), connect(Number(port), hostname)]
  const received = { slow: "", idle: "" }
  slow.on("data", (bytes) => (received.slow += bytes))
  idle.on("data", (bytes) => (received.idle += bytes))
  const closed = Promise.all([slow, idle].map((socket) => new Promise((resolve) => socket.on("close", resolve))))

  const body = JSON.stringify({ sessionId: "cs_unknown" })
  slow.write(
    `POST /api/pay/demo/verify HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  idle.write("GET /api/health/ready HTTP/1.1\r\nhost: x\r\n\r\n")
  await until(() => received.idle.includes("200 OK"))
  server.process.kill("SIGTERM")
  await until(() => server.output().includes("Stopping.") || refuses(Number(port)))

  idle.write("GET /api/health/ready HTTP/1.1\r\nhost: x\r\n\r\n")
  slow.write(body)
  await closed

  assert.match(received.slow, /^HTTP\/1\.1 404 /)
  assert.match(received.slow, /connection: close/i)
  assert.match(received.idle, /HTTP\/1\.1 503 .*retry-after: 5.*connection: close/is)
  assert.deepEqual(await server.ended, { code: 0, signal: null })
  assert.match(server.output(), /"signal":"SIGTERM"/, "the log was written to its last line")
})

test("invalid settings end the start with every fault on standard error and exit code 78", async () => {
  const env = { PATH: process.env.PATH, SVC_PORT: "http", SVC_BSAE_URL: "x", SVC_MAIL_URL: "x" }
  const { code, errors } = await new Promise<{ code: unknown; errors: string }>((resolve) => {
    execFile(process.execPath, [serverProgram], { env }, (error, _output, errors) =>
      resolve({ code: error?.code, errors }),
    )
  })

  assert.equal(code, 78)
  assert.match(errors, /SVC_BSAE_URL is not a setting\. Did you mean SVC_BASE_URL\?/)
  assert.match(errors, /SVC_PORT: must be a whole number/)
  assert.match(errors, /SVC_MAIL_URL: must start with/)
})

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
}

function refuses(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.on("connect", () => resolve(false)).on("error", () => resolve(true))
    socket.on("connect", () => socket.destroy())
  })
}

test("serving answers 503 during the delay of a stop, and requests are still answered", async (t) => {
  const server = await startServer(t, { SVC_STOP_DELAY_SECONDS: "8" })
  const statusOf = async (path: string) => (await fetch(`${server.url}${path}`)).status
  assert.equal(await statusOf("/api/health/serving"), 200)
  const askedAt = Date.now()
  server.process.kill("SIGTERM")
  while ((await statusOf("/api/health/serving")) === 200);
  const asked = Array.from({ length: 20 }, () => statusOf("/api/onboard/check-slug?slug=free"))
  assert.deepEqual([...new Set(await Promise.all(asked))], [200])
  assert.deepEqual(await server.ended, { code: 0, signal: null })
  assert.ok(Date.now() - askedAt >= 8_000)
})
