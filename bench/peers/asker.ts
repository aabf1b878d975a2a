import { openClientPool } from "../loads/http.ts"
import { atRate } from "../loads/turns.ts"
import { announce } from "./announce.ts"

/** A proxy under attack: asks for `ASKS` unknown names a second; tells at any message how many were refused with 404. */
const { origin, host } = new URL(process.env.ASKED ?? "")
const pool = await openClientPool(origin, 32, /404/)
const more = `-${process.pid}.example.com HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: Go-http-client/1.1\r\nAccept-Encoding: gzip\r\n\r\n`
let refused = 0

process.on("message", () => process.send?.(refused))
announce(host)
await atRate(Number(process.env.ASKS), 3_600_000, async (n) => {
  await pool.ask(Buffer.from(`GET /tls/ask?domain=${n.toString(36)}${more}`))
  refused += 1
})
