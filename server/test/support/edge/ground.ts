import type { TestContext } from "node:test"
import { migratedDatabaseUrl } from "../databases/test-databases.ts"
import { makeDoc } from "../docs/writers.ts"
import { freePort } from "../http/free-port.ts"
import { startServer } from "../processes/server-process.ts"
import { type DnsServer, dnsServer } from "../stand-ins/dns-server.ts"
import { signInBrowser } from "../worlds/docs-world.ts"
import { world, worldSecret } from "../worlds/world.ts"

/** Two processes of the service with the settings of production, a doc, and two signed-in people. */
export interface EdgeGround {
  readonly base: string
  readonly dns: DnsServer
  /** The addresses of the processes, `127.0.0.1:port`. */
  readonly processes: readonly string[]
  readonly operations: readonly string[]
  readonly docId: string
  readonly cookies: { readonly admin: string; readonly member: string }
}

const base = "https://atelier.example.com"

export async function edgeGround(t: TestContext): Promise<EdgeGround> {
  const databaseUrl = await migratedDatabaseUrl(t, "postgres")
  const here = await world(t, "postgres", { databaseUrl })
  const dns = await dnsServer(t)
  const settings = {
    ...{ SVC_DATABASE_URL: databaseUrl, SVC_BASE_URL: base, SVC_SECRET_KEY: worldSecret },
    ...{ SVC_SHORT_URL: "https://s.example.com", SVC_FILES_URL: "https://files.example.com" },
    ...{ SVC_PAYMENTS_URL: "stripe:", SVC_SELLING: "own" },
    ...{ SVC_MAIL_URL: "smtp://127.0.0.1:9", SVC_MAIL_FROM: "atelier@atelier.example.com" },
    ...{ SVC_DNS_SERVERS: dns.address, SVC_TRUSTED_PROXIES: "127.0.0.1", SVC_RATE_READS: "1000000" },
  }
  const ports = await Promise.all([0, 1].map(async () => ({ http: await freePort(), operations: await freePort() })))
  for (const { http, operations } of ports)
    await startServer(t, { ...settings, SVC_PORT: String(http), SVC_METRICS_PORT: String(operations) })
  const app = { ...here.app, now: Date.now } // the processes use the machine's clock
  const cookieOf = async (who: "admin" | "member") =>
    `__Host-session=${(await signInBrowser({ app }, here.callers[who])).token}`
  return {
    ...{ base, dns, docId: await makeDoc(here) },
    processes: ports.map(({ http }) => `127.0.0.1:${http}`),
    operations: ports.map(({ operations }) => `127.0.0.1:${operations}`),
    cookies: { admin: await cookieOf("admin"), member: await cookieOf("member") },
  }
}
