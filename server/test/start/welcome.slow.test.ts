import assert from "node:assert/strict"
import { execFile, execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { freePort } from "#test/support/http/free-port.ts"
import { readPage } from "#test/support/pages/read-page.ts"
import { startServer } from "#test/support/processes/server-process.ts"

/** Runs lines in one shell; a failed request fails it. */
function paste(lines: string[], cwd: string): Promise<string[]> {
  const script = ["set -eo pipefail", 'curl() { command curl --fail-with-body "$@"; echo; }', ...lines].join("\n")
  return new Promise((resolve, reject) => {
    execFile("bash", ["-c", script], { cwd }, (error, output) => {
      if (error) reject(new Error(output, { cause: error }))
      else resolve(output.split("\n").filter(Boolean))
    })
  })
}

function hasShell(): boolean {
  try {
    execFileSync("bash", ["-c", "curl --version"])
    return true
  } catch {
    return false
  }
}

test("every line that the first start prints works when it is pasted", async (t) => {
  if (process.env.CI !== "true" && !hasShell()) return t.skip("bash or curl is missing")
  const port = String(await freePort())
  const server = await startServer(t, { SVC_PORT: port, SVC_BASE_URL: `http://localhost:${port}` })
  while (!server.output().includes("/api/og")) await new Promise((resolve) => setTimeout(resolve, 10))
  const lines = server
    .output()
    .split("\n")
    .filter((line) => /^ {2}(curl|\w+=)/.test(line))
  const folder = temporaryFolder(t)

  const answers = await paste(lines, folder)

  assert.equal(answers.length, 8)
  const [slug, offer, session, paid, delivery, files, amount, full] = answers
  assert.equal(slug, '{"available":true}')
  assert.match(offer ?? "", /"priceCents":1900,"currency":"usd"/)
  assert.match(session ?? "", /^cs_sandbox_\w+$/)
  assert.match(paid ?? "", /"status":"paid"/)
  assert.match(delivery ?? "", new RegExp(`^http://localhost:${port}/delivery/`))
  assert.match(files ?? "", /studio-palette\.gpl.*read-me-first\.txt/)
  assert.match(amount ?? "", /"discountCents":500,"remainingCents":1400/)
  assert.match(full ?? "", /"type":"full","deliveryUrl":"http/)
  assert.deepEqual([...readFileSync(join(folder, "card.png")).subarray(1, 4)], [...Buffer.from("PNG")])
})

test("the sign-in link that the first start prints signs Ada in", async (t) => {
  const server = await startServer(t)
  while (!server.output().includes("/api/og")) await new Promise((resolve) => setTimeout(resolve, 10))
  const path = /\/sign-in\/link\/\S+/.exec(server.output())?.[0] ?? ""
  const headers = { accept: "text/html" }
  const page = await fetch(server.url + path, { headers })
  const cookie = String(page.headers.get("set-cookie")).split(";")[0] ?? ""
  const { action, fields } = readPage(await page.text()).form("Sign in")

  const entered = await fetch(server.url + action, {
    method: "POST",
    headers: { ...headers, cookie },
    body: new URLSearchParams(fields),
    redirect: "manual",
  })
  assert.equal(entered.status, 303)
  const session = String(entered.headers.get("set-cookie")).split(";")[0] ?? ""
  const account = await (await fetch(`${server.url}/account`, { headers: { ...headers, cookie: session } })).text()
  const { header, island } = readPage(account)
  assert.match(header.text, /Signed in as ada@example\.com/)
  assert.deepEqual(island.workspaces, [{ slug: "studio", name: "Studio Ada" }])
})

test("a second start on the same data says nothing and keeps everything", async (t) => {
  const folder = temporaryFolder(t)
  const first = await startServer(t, { SVC_DATA_DIR: folder })
  const offerOf = async (url: string) => (await fetch(`${url}/api/pay/demo`)).json()
  const before = await offerOf(first.url)
  first.process.kill("SIGTERM")
  await first.ended

  const second = await startServer(t, { SVC_DATA_DIR: folder })
  assert.deepEqual(await offerOf(second.url), before)
  assert.doesNotMatch(second.output(), /Try it/)
})
