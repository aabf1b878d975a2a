import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { test } from "node:test"
import { openKeyring } from "#kernel/keyring.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { openSandbox } from "./sandbox.ts"

const processorAccount = { id: "installation" } as const

test("a SIGKILL loses nothing that the sandbox has answered", async (t) => {
  const path = join(temporaryFolder(t), "sandbox.db")
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", script(path)], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  })
  const answered: string[] = []
  let rest = ""
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n")
    rest = lines.pop() ?? ""
    answered.push(...lines)
    if (answered.length >= 40) child.kill("SIGKILL")
  })
  await once(child, "close")
  const keyring = openKeyring("a secret of at least thirty-two characters")
  const sandbox = openSandbox({ path, baseUrl: "http://localhost:3000", keyring, now: Date.now })
  t.after(() => sandbox.close())

  assert.ok(answered.length >= 40)
  for (const id of answered) assert.equal((await sandbox.findCheckoutSession(processorAccount, id))?.payment, "paid")
  assert.ok(sandbox.pendingWebhooks().length >= answered.length)
})

/** Opens and pays checkout sessions until it is killed. Prints each id once its checkout session is paid. */
function script(path: string): string {
  return `
    import { openSandbox } from ${JSON.stringify(import.meta.resolve("./sandbox.ts"))}
    import { openKeyring } from ${JSON.stringify(import.meta.resolve("#kernel/keyring.ts"))}
    const keyring = openKeyring("a secret of at least thirty-two characters")
    const sandbox = openSandbox({ path: ${JSON.stringify(path)}, baseUrl: "http://localhost:3000", keyring, now: Date.now })
    for (let n = 0; ; n++) {
      const request = { idempotencyKey: "key-" + n, reference: "p" + n, offerId: "o", amountCents: 1900, currency: "usd",
        title: "t", buyerEmail: "a@b.example", returnUrl: "http://localhost", expiresAt: Date.now() + 3_600_000 }
      const { id } = await sandbox.openCheckoutSession({ id: "installation" }, request)
      await sandbox.pay(id, { card: "4242424242424242" })
      process.stdout.write(id + "\\n")
    }
  `
}
