import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { fileURLToPath } from "node:url"
import { readSettings } from "#config/settings.ts"
import { clientId } from "#test/support/agents/connect.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { freePort } from "#test/support/http/free-port.ts"
import { type OAuthWorld, oauthWorld } from "#test/support/worlds/oauth-world.ts"

const suite = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"))

interface Check {
  id: string
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO"
  errorMessage?: string
}

test("the authorization server passes the official conformance suite", async (t) => {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const settings = { SVC_BASE_URL: base }
  const { addresses } = readSettings(settings)
  const world = await oauthWorld(t, settings, (app) => ({ ...app, addresses }))
  await world.server.listen({ host: "127.0.0.1", port })

  const { code, checks, output } = await runSuite(t, base, (address) => allowAt(world, address))

  assert.equal(code, 0, output)
  const found = Object.fromEntries(checks.map(({ id, status }) => [id, status]))
  assert.deepEqual(found, {
    "authorization-server-metadata": "SUCCESS",
    // Client ids that are addresses (without registration) are not offered.
    "authorization-server-metadata-cimd": "WARNING",
    "authorization-code-grant": "SUCCESS",
  })
})

/** Runs the suite; `allow` plays the person at the address that the suite prints. */
async function runSuite(t: TestContext, issuer: string, allow: (address: string) => Promise<void>) {
  const folder = temporaryFolder(t)
  const port = String(await freePort())
  const options = { url: issuer, "client-id": clientId, port, resource: `${issuer}/mcp`, "output-dir": folder }
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn(process.execPath, [suite, "authorization", ...flags], { stdio: ["ignore", "pipe", "pipe"] })
  t.after(() => child.kill("SIGKILL"))
  let output = ""
  let allowed: Promise<void> | undefined
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text: Buffer) => {
      output += text
      const address = /^http\S+\/oauth\/authorize\?\S+$/m.exec(output)?.[0]
      if (address && output.includes("Waiting")) allowed ??= allow(address)
    })
  }
  const [code] = await once(child, "close")
  await allowed
  return { code, output, checks: checksIn(folder) }
}

async function allowAt(world: OAuthWorld, address: string): Promise<void> {
  const { status, headers } = await fetch(address, { redirect: "manual" })
  const authorized = { status, headers: Object.fromEntries(headers), html: "" }
  await fetch(await world.allow(authorized))
}

function checksIn(folder: string): Check[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith("checks.json"),
  )
  return files.flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Check[])
}
