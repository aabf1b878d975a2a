import assert from "node:assert/strict"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { buffer } from "node:stream/consumers"
import { test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { readMessage } from "#adapters/mail/read-message.ts"
import { until } from "#test/support/basics/until.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { type ServerProcess, startServer } from "#test/support/processes/server-process.ts"
import { smtpServer } from "#test/support/stand-ins/smtp-server.ts"

const buyer = "bo@example.com"

async function buy({ url }: ServerProcess): Promise<void> {
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { "content-type": "application/json", accept: "application/json" }
    const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
    return (await response.json()) as Record<string, unknown>
  }
  const { sessionId } = await post("/api/pay/demo/checkout", { buyerEmail: buyer })
  await post(`/sandbox/sessions/${sessionId}/pay`, { card: "4242424242424242" })
  // The process may be killed before it answers: the receipt follows from the payment's commit.
  await post("/api/pay/demo/verify", { sessionId }).catch(() => undefined)
}

test("a process killed while its mail is taken sends the mail once more, with the same Message-ID", async (t) => {
  const receipts: string[] = []
  let first: ServerProcess | undefined
  const mails = await smtpServer(t, {
    onData: (stream, { envelope }, done) => {
      buffer(stream).then(async (message) => {
        if (!envelope.rcptTo.some(({ address }) => address === buyer)) return done()
        receipts.push(readMessage(message.toString()).id)
        if (receipts.length > 1) return done()
        first?.process.kill("SIGKILL")
        await first?.ended
        done()
      }, done)
    },
  })
  const settings = { SVC_DATA_DIR: temporaryFolder(t), SVC_MAIL_URL: mails.url }
  first = await startServer(t, settings)
  await buy(first)
  assert.equal((await first.ended).signal, "SIGKILL")

  const second = await startServer(t, settings)
  await until(async () => receipts.length === 2)
  second.process.kill("SIGTERM")
  await second.ended
  const third = await startServer(t, settings)
  third.process.kill("SIGTERM")
  await third.ended
  assert.equal(receipts.length, 2, "what was noted is not sent again")
  assert.equal(new Set(receipts).size, 1)
})

test("a process that is stopped while a mail waits for its 250 notes it, and the next one sends no copy", async (t) => {
  const receipts: string[] = []
  const [came, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const mails = await smtpServer(t, {
    onData: (stream, { envelope }, done) => {
      buffer(stream).then(async (message) => {
        if (!envelope.rcptTo.some(({ address }) => address === buyer)) return done()
        receipts.push(readMessage(message.toString()).id)
        came.resolve()
        await answered.promise
        done()
      }, done)
    },
  })
  const settings = { SVC_DATA_DIR: temporaryFolder(t), SVC_MAIL_URL: mails.url }
  const first = await startServer(t, settings)
  await buy(first)
  await came.promise
  first.process.kill("SIGTERM")
  await until(async () => first.output().includes("Stopping."))
  await sleep(4_000)
  answered.resolve()
  assert.deepEqual(await first.ended, { code: 0, signal: null })
  assert.doesNotMatch(first.output(), /Not everything ended in time/)

  const folder = settings.SVC_DATA_DIR
  const db = new DatabaseSync(join(folder, readdirSync(folder).find((name) => name.endsWith(".db")) ?? ""))
  const rows = db.prepare("select state from mails where address = ?").all(buyer)
  const waiting = db.prepare("select kind from jobs where kind = 'mail-receipt'").all()
  db.close()
  assert.deepEqual([rows.map(({ state }) => state), waiting], [["taken"], []])
  const second = await startServer(t, settings)
  second.process.kill("SIGTERM")
  await second.ended
  assert.equal(receipts.length, 1)
})
