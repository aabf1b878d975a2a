import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { get } from "node:https"
import { join } from "node:path"
import type { TestContext } from "node:test"
import { temporaryFolder } from "../databases/test-databases.ts"
import { freePort } from "../http/free-port.ts"
import { startChild } from "./child.ts"

export interface Authority {
  /** The address of the ACME directory, and the file with the root of its own certificate. */
  readonly directory: string
  readonly rootFile: string
  /** The root of the certificates that it issues. */
  readonly issuingRoot: string
  /** How many certificates were ordered so far. */
  orders(): number
}

/** Makes a certificate for localhost that is its own root. Returns the files. */
export function selfSigned(folder: string): { certificate: string; privateKey: string } {
  const [certificate, privateKey] = [join(folder, "cert.pem"), join(folder, "key.pem")]
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,DNS:atelier.example.com"]
  const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
  execFileSync("openssl", [...made, ...names, "-keyout", privateKey, "-out", certificate], { stdio: "ignore" })
  return { certificate, privateKey }
}

interface Plan {
  /** The address of a `dnsServer`. */
  readonly dns: string
  /** The ports of this machine at which a name is validated. */
  readonly httpPort: number
  readonly tlsPort: number
}

/** Starts Pebble, an authority for tests. Faults and validations that it makes at random are off. */
export async function openPebble(t: TestContext, { dns, httpPort, tlsPort }: Plan): Promise<Authority> {
  const folder = temporaryFolder(t)
  const own = selfSigned(folder)
  const [port, management] = [await freePort(), await freePort()]
  const config = join(folder, "pebble.json")
  const addresses = { listenAddress: `127.0.0.1:${port}`, managementListenAddress: `127.0.0.1:${management}` }
  writeFileSync(config, JSON.stringify({ pebble: { ...addresses, ...own, httpPort, tlsPort } }))
  const pebble = startChild(t, ["pebble", "-config", config, "-dnsserver", dns], {
    ...{ PEBBLE_VA_NOSLEEP: "1", PEBBLE_WFE_NONCEREJECT: "0", PEBBLE_AUTHZREUSE: "0" },
  })
  await pebble.says("ACME directory available at")
  return {
    directory: `https://localhost:${port}/dir`,
    rootFile: own.certificate,
    issuingRoot: await read(`https://localhost:${management}/roots/0`, readFileSync(own.certificate, "utf8")),
    orders: () => pebble.output().match(/Added order /g)?.length ?? 0,
  }
}

function read(url: string, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { ca, family: 4 }, async (response) => resolve((await response.toArray()).join(""))).on("error", reject)
  })
}
