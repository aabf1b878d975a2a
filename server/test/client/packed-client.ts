import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { createHmac, generateKeyPairSync, randomBytes, sign } from "node:crypto"
import { once } from "node:events"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { TestContext } from "node:test"
import { until } from "#test/support/basics/until.ts"
import { atEnd, temporaryFolder } from "#test/support/databases/test-databases.ts"
import { freePort } from "#test/support/http/free-port.ts"
import { shell } from "#test/support/processes/programs.ts"
import { httpTill, listen } from "#test/support/worlds/http-world.ts"

const root = join(import.meta.dirname, "../../..")

/** The blocks of `docs/developers/client.md`. */
const [install = "", purchase = "", refusal = "", webhook = "", ...more] = blocksOf("docs/developers/client.md")
export const blocks = { install, purchase, refusal, webhook, more }

export function blocksOf(page: string): string[] {
  return [...readFileSync(join(root, page), "utf8").matchAll(/^```\w+\n(.*?)^```/gms)].map(([, block = ""]) => block)
}

/** Packs the client, and installs its tarball in an empty project as `docs/developers/client.md` does. */
export function installClient(t: TestContext): { project: string; tarball: string } {
  const project = temporaryFolder(t)
  shell(`npm pack -w client --pack-destination ${project}`, {}, root)
  writeFileSync(join(project, "package.json"), '{ "type": "module" }')
  shell(install, { npm_config_offline: "true", npm_config_audit: "false" }, project)
  return { project, tarball: globSync(join(project, "*.tgz"))[0] ?? "" }
}

/** Runs the blocks of `docs/developers/client.md` in the project, on a program of Node.js, against a service. */
export async function tryClient(t: TestContext, project: string, node = process.execPath): Promise<void> {
  const till = await httpTill(t)
  const { url } = await listen(till)
  const fill = (block: string) =>
    block.replaceAll("http://localhost:3000", url).replaceAll('"demo"', `"${till.offer.key}"`)

  const bought = run(t, { node, project, program: fill(purchase) })
  assert.equal(await bought.ended, 0, bought.faults())
  assert.match(bought.output(), /^Type specimen: 1900 usd\nhttp:\S+\/delivery\/purchase_\S+\n$/)
  assert.equal((await till.purchases()).length, 1)

  const refused = run(t, { node, project, program: fill(refusal) })
  assert.equal(await refused.ended, 0, refused.faults())
  assert.match(refused.output(), /^404 not_found .+ undefined [\w.-]{8,}\n$/s)

  await tryReceiver(t, { node, project, program: webhook })
}

interface Started {
  node: string
  project: string
  program: string
}

async function tryReceiver(t: TestContext, { program, ...where }: Started): Promise<void> {
  const port = await freePort()
  const { body, headers, keys } = signWebhook()
  for (const key of keys) {
    const receiver = run(t, { ...where, program: program.replace("4000", String(port)) }, { WEBHOOK_KEY: key })
    const post = (body: string) =>
      fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body }).then(({ status }) => status)
    await until(async () => (await post(`${body} `).catch(() => 0)) === 400)
    assert.equal(await post(body), 204)
    await until(async () => receiver.output() !== "")
    assert.equal(receiver.output(), "webhook.test endpoint_1\n")
    await receiver.stop()
  }
}

/** A webhook of now with both signatures, and a key for each. */
export function signWebhook() {
  const body = JSON.stringify({ type: "webhook.test", subject: "endpoint_1" })
  const sentAt = String(Math.floor(Date.now() / 1000))
  const text = Buffer.from(`evt_1.${sentAt}.${body}`)
  const secret = randomBytes(32)
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  const signatures = [
    `v1,${createHmac("sha256", secret).update(text).digest("base64")}`,
    `v1a,${sign(null, text, privateKey).toString("base64")}`,
  ]
  const rawKey = publicKey.export({ format: "der", type: "spki" }).subarray(-32)
  return {
    body,
    headers: { "webhook-id": "evt_1", "webhook-timestamp": sentAt, "webhook-signature": signatures.join(" ") },
    keys: [`whsec_${secret.toString("base64")}`, `whpk_${rawKey.toString("base64")}`],
  }
}

function run(t: TestContext, { node, project, program }: Started, env: Record<string, string> = {}) {
  writeFileSync(join(project, "program.js"), program)
  const child = spawn(node, ["program.js"], { cwd: project, env, stdio: ["ignore", "pipe", "pipe"] })
  let [written, faults] = ["", ""]
  child.stdout.on("data", (bytes: Buffer) => {
    written += bytes
  })
  child.stderr.on("data", (bytes: Buffer) => {
    faults += bytes
  })
  const ended = once(child, "close").then(([code]) => code as number | null)
  const stop = () => {
    child.kill()
    return ended
  }
  atEnd(t, stop)
  return { ended, output: () => written, faults: () => faults, stop }
}
