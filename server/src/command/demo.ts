import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readSettings } from "#config/settings.ts"
import { demo } from "#start/demo/demo-data.ts"
import { start } from "#start/start.ts"
import { logTo } from "./backups.ts"
import { type Asked, type CommandResult, UsageError } from "./outcome.ts"

type Json = Record<string, unknown>

/** Prints the first sale over HTTP, at a named server or one of its own. */
export async function showFirstSale(asked: Asked): Promise<CommandResult> {
  const { argument: named } = asked
  if (named === undefined) return sellOnOwnServer(asked)
  if (!/^https?:$/.test(URL.parse(named)?.protocol ?? "")) throw new UsageError("[url] is not an http address.")
  return sell(asked, named.replace(/\/$/, ""))
}

async function sellOnOwnServer(asked: Asked): Promise<CommandResult> {
  const folder = mkdtempSync(join(tmpdir(), "atelier-demo-"))
  const port = await freePort()
  const base = `http://localhost:${port}`
  const environment = { SVC_BASE_URL: base, SVC_PORT: String(port), SVC_DATA_DIR: folder }
  const service = await start(readSettings(environment), logTo(asked, "warn"))
  try {
    return await sell(asked, base)
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function sell({ say, stop }: Asked, base: string): Promise<CommandResult> {
  const { ask, download } = customer(say, stop)
  const offerAt = `${base}/api/pay/${demo.shortKey}`
  const buyerEmail = `buyer-${Date.now()}@example.com`
  await ask("is the name my-studio free", `${base}/api/onboard/check-slug?slug=my-studio`)
  await ask("look at the offer", offerAt)
  const { sessionId } = await ask("check out", `${offerAt}/checkout`, { buyerEmail })
  await ask("pay in the sandbox", `${base}/sandbox/sessions/${sessionId}/pay`, { card: "4242424242424242" })
  const { deliveryUrl } = await ask("verify the payment", `${offerAt}/verify`, { sessionId })
  const { files } = await ask("open the delivery", String(deliveryUrl))
  const bought = files as { name: string; url: string }[]
  for (const { name, url } of bought) await download(name, url)
  await ask("look at the worth of a gift code", `${offerAt}/gift`, { code: demo.amountCode })
  await download("a preview card", `${base}/api/og?title=Sold&description=For%20the%20first%20time`)
  const names = bought.map(({ name }) => name)
  return {
    text: `\nSold to ${buyerEmail}: ${names.join(", ")}.`,
    data: { buyerEmail, deliveryUrl, files: names },
  }
}

function customer(say: Asked["say"], signal: AbortSignal) {
  return {
    /** Sends a GET, or a POST when there is a body. Prints and returns the JSON response. */
    async ask(what: string, url: string, body?: Json): Promise<Json> {
      const headers = { accept: "application/json", ...(body && { "content-type": "application/json" }) }
      const method = body ? "POST" : "GET"
      const response = await fetch(url, { method, headers, signal, ...(body && { body: JSON.stringify(body) }) })
      const answer = await response.text()
      say(`\n${what}\n  ${method} ${url}${body ? ` ${JSON.stringify(body)}` : ""}\n  ${response.status} ${answer}`)
      if (!response.ok) throw new Error(`It could not ${what}: the answer was ${response.status}.`)
      return JSON.parse(answer) as Json
    },
    async download(what: string, url: string): Promise<void> {
      const response = await fetch(url, { signal })
      const { byteLength } = await response.arrayBuffer()
      const type = response.headers.get("content-type")
      say(`\n${what}\n  GET ${url}\n  ${response.status} ${type}, ${byteLength} bytes`)
      if (!response.ok) throw new Error(`It could not download ${what}: the answer was ${response.status}.`)
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
