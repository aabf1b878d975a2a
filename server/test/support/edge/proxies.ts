import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { TestContext } from "node:test"
import { temporaryFolder } from "../databases/test-databases.ts"
import { freePort } from "../http/free-port.ts"
import { startChild } from "./child.ts"
import type { Edge } from "./edge.ts"
import type { EdgeGround } from "./ground.ts"
import { type Authority, openPebble, selfSigned } from "./pebble.ts"

const deploy = join(import.meta.dirname, "../../../../deploy")

/** A file of `deploy` with some texts replaced. @throws Error for a text that it does not have. */
function adapted(file: string, replaced: readonly (readonly [text: string, by: string])[]): string {
  return replaced.reduce(
    (content, [text, by]) => {
      if (!content.includes(text)) throw new Error(`deploy/${file} does not have \`${text}\`.`)
      return content.replaceAll(text, by)
    },
    readFileSync(join(deploy, file), "utf8"),
  )
}

export interface CaddyEdge extends Edge {
  readonly httpPort: number
  readonly authority: Authority
  output(): string
}

/** Starts Caddy with the handbook's file, on free ports, with Pebble as its authority. */
export async function openCaddy(t: TestContext, { processes, operations, dns }: EdgeGround): Promise<CaddyEdge> {
  const [httpPort, port, own] = [await freePort(), await freePort(), await freePort()]
  const authority = await openPebble(t, { dns: dns.address, httpPort, tlsPort: port })
  const folder = temporaryFolder(t)
  const ours = [
    `http_port ${httpPort}`,
    `https_port ${port}`,
    "admin off",
    `storage file_system ${folder}`,
    `acme_ca ${authority.directory}`,
    `acme_ca_root ${authority.rootFile}`,
  ]
  const config = adapted("caddy/Caddyfile", [
    ["{\n\ton_demand_tls", `{\n${ours.map((line) => `\t${line}\n`).join("")}\ton_demand_tls`],
    ["127.0.0.1:2020", `127.0.0.1:${own}`],
  ])
  const file = join(folder, "Caddyfile")
  writeFileSync(file, config)
  const env = { HOME: folder, ATELIER_PROCESSES: processes.join(" "), ATELIER_OPERATIONS: operations.join(" ") }
  const caddy = startChild(t, ["caddy", "run", "--config", file], env)
  await caddy.says("serving initial configuration")
  return { port, ca: authority.issuingRoot, httpPort, authority, output: caddy.output }
}

/** Starts nginx with the handbook's file, on a free port, with a certificate of its own. */
export async function openNginx(t: TestContext, { processes }: EdgeGround): Promise<Edge> {
  const folder = temporaryFolder(t)
  const { certificate, privateKey } = selfSigned(folder)
  const port = await freePort()
  const config = adapted("nginx/atelier.conf", [
    ["listen 443", `listen 127.0.0.1:${port}`],
    ["127.0.0.1:3000", processes[0] ?? ""],
    ["127.0.0.1:3001", processes[1] ?? ""],
    ["/etc/ssl/atelier/fullchain.pem", certificate],
    ["/etc/ssl/atelier/privkey.pem", privateKey],
  ])
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
  const paths = places.map((place) => `${place}_temp_path ${join(folder, place)};`).join("\n")
  const file = join(folder, "nginx.conf")
  writeFileSync(join(folder, "atelier.conf"), config)
  const log = "error_log stderr notice; daemon off;"
  const http = `http { access_log off; ${paths} include ${join(folder, "atelier.conf")}; }`
  writeFileSync(file, `${log}\npid ${join(folder, "pid")};\nevents {}\n${http}\n`)
  const nginx = startChild(t, ["/usr/sbin/nginx", "-c", file, "-p", folder])
  await nginx.says("start worker process")
  return { port, ca: readFileSync(certificate, "utf8") }
}
