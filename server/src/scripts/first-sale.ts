/** Prints the first sale over HTTP, at a named server (`npm run demo -- http://localhost:3000`) or one of its own. */
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readSettings } from "#config/settings.ts"
import { openLog } from "#log/log.ts"
import { demo } from "#start/demo/demo-data.ts"
import { start } from "#start/start.ts"

type Json = Record<string, unknown>

const named = process.argv[2]
if (named) await sell(named.replace(/\/$/, ""))
else await sellOnOwnServer()

async function sellOnOwnServer(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "atelier-demo-"))
  const port = await freePort()
  const base = `http://localhost:${port}`
  const environment = { SVC_BASE_URL: base, SVC_PORT: String(port), SVC_DATA_DIR: folder }
  const service = await start(readSettings(environment), openLog("warn"))
  try {
    await sell(base)
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function sell(base: string): Promise<void> {
  const offerAt = `${base}/api/pay/${demo.shortKey}`
  const email = `buyer-${Date.now()}@example.com`
  await ask("is the name my-studio free", `${base}/api/onboard/check-slug?slug=my-studio`)
  await ask("look at the offer", offerAt)
  const { sessionId } = await ask("check out", `${offerAt}/checkout`, { buyerEmail: email })
  await ask("pay in the sandbox", `${base}/sandbox/sessions/${sessionId}/pay`, { card: "4242424242424242" })
  const { deliveryUrl } = await ask("verify the payment", `${offerAt}/verify`, { sessionId })
  const { files } = await ask("open the delivery", String(deliveryUrl))
  for (const { name, url } of files as { name: string; url: string }[]) await download(name, url)
  await ask("what a gift code is worth", `${offerAt}/gift`, { code: demo.amountCode })
  await download("a preview card", `${base}/api/og?title=Sold&description=For%20the%20first%20time`)
}

/** Sends a GET, or a POST when there is a body. Prints and returns the JSON response. */
async function ask(what: string, url: string, body?: Json): Promise<Json> {
  const headers = { accept: "application/json", ...(body && { "content-type": "application/json" }) }
  const method = body ? "POST" : "GET"
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const answer = await response.text()
  console.log(`\n${what}\n  ${method} ${url}${body ? ` ${JSON.stringify(body)}` : ""}\n  ${response.status} ${answer}`)
  if (!response.ok) throw new Error(`It could not ${what}.`)
  return JSON.parse(answer) as Json
}

async function download(what: string, url: string): Promise<void> {
  const response = await fetch(url)
  const { byteLength } = await response.arrayBuffer()
  console.log(
    `\n${what}\n  GET ${url}\n  ${response.status} ${response.headers.get("content-type")}, ${byteLength} bytes`,
  )
  if (!response.ok) throw new Error(`It could not download ${what}.`)
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
