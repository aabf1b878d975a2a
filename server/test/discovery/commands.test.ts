import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { promisify } from "node:util"
import { systemContext } from "#access/perform.ts"
import { readSettings } from "#config/settings.ts"
import { documents } from "#surfaces/discovery/documents.ts"
import { consent } from "#test/support/agents/connect.ts"
import { freePort } from "#test/support/http/free-port.ts"
import { dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { enterInDirectory } from "#test/support/workspace/directory.ts"
import { type HttpTill, httpTill } from "#test/support/worlds/http-world.ts"

const run = promisify(execFile)

const answers: Record<string, RegExp[]> = {
  authGuide: [/"access_token"/, /"access_token"/, /"role":"member"/],
  "skill-authenticate": [/"code_challenge_methods_supported":\["S256"\]/, /"role":"member"/],
  "skill-buy-through-a-pay-link": [
    /"purchasable":true/,
    /"type":"amount"/,
    /"sessionId"/,
    /"paid":true.*"deliveryUrl":"http/,
  ],
  "skill-short-links": [/"short_url":"http/],
  "skill-take-in-files": [/"url":"http[^"]+\/u\//, /"name":"notes\.txt"/],
  "skill-check-a-slug-or-domain": [/"available":true/, /"expectedRecord":"svc-verify=links\.example\.com"/],
}

test("the commands that the guide and the skills print work as they are printed", async (t) => {
  const till = await servedTill(t)
  // `test/pages/samples.slow.test.ts` runs the guides for developers.
  const written = documents.filter(({ id, type }) => type.startsWith("text/markdown") && !id.startsWith("guide-"))
  const withCommands = written.filter((document) => commandsIn(String(document.write(till.settings))).length > 0)
  assert.deepEqual(withCommands.map(({ id }) => id).sort(), Object.keys(answers).sort())

  for (const [id, expected] of Object.entries(answers)) {
    const document = withCommands.find((row) => row.id === id)
    const commands = commandsIn(String(document?.write(till.settings)))
    assert.equal(commands.length, expected.length, id)
    for (const [at, command] of commands.entries()) {
      const { stdout } = await run("bash", ["-euo", "pipefail", "-c", command], {
        env: { ...process.env, ...till.known },
      })
      assert.match(stdout, expected[at] ?? /^$/, `${id}: ${command}`)
      await till.learn(stdout)
    }
  }
})

type ServedTill = HttpTill & {
  settings: ReturnType<typeof readSettings>
  /** What a reader knows by now, by the names that the commands use. */
  known: Record<string, string>
  /** Takes from an answer what later commands need, and pays for a session that was opened. */
  learn(answer: string): Promise<void>
}

/** A service that listens, with an offer at `demo`, and a person who has just allowed an agent. */
async function servedTill(t: Parameters<typeof httpTill>[0]): Promise<ServedTill> {
  const port = await freePort()
  const variables = { SVC_BASE_URL: `http://localhost:${port}` }
  const settings = readSettings(variables)
  const { address } = await dnsServer(t)
  const change = (app: HttpTill["app"]) => ({ ...app, addresses: settings.addresses })
  const till = await httpTill(t, { settings: variables, dnsServers: [address], change })
  await till.app.database.transaction(async (db) => {
    await db.updateTable("offers").set({ short_key: "demo" }).execute()
    await enterInDirectory(db, { kind: "pay_key", key: "demo", workspace_id: till.workspaceId })
  })
  await till.addGiftCode("GIFT-FIVE")
  const app = change(till.app)
  const { presented } = await consent({ app, cx: systemContext(app) }, till.callers.member)
  writeFileSync(join(till.folder, "notes.txt"), "Some notes.")
  await till.server.listen({ host: "127.0.0.1", port })
  const known: Record<string, string> = {
    KEY: "demo",
    GIFT_CODE: "GIFT-FIVE",
    CODE: presented.code,
    REDIRECT_URI: presented.redirectUri,
    CODE_VERIFIER: presented.codeVerifier,
    FILE: join(till.folder, "notes.txt"),
  }
  const learn = async (answer: string) => {
    if (!answer.startsWith("{") || answer.includes("}{")) return
    const { access_token, refresh_token, sessionId, result } = JSON.parse(answer)
    if (result?.structuredContent?.url) known.UPLOAD_URL = result.structuredContent.url
    if (access_token) Object.assign(known, { ACCESS_TOKEN: access_token, REFRESH_TOKEN: refresh_token })
    if (!sessionId) return
    known.SESSION_ID = sessionId
    await till.sandbox.pay(sessionId, { card: "4242424242424242" })
  }
  return { ...till, settings, known, learn }
}

/** The shell commands of a Markdown text, in their order. */
function commandsIn(text: string): string[] {
  return [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, command = ""]) => command)
}
