import assert from "node:assert/strict"
import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { contractFrom, mailContract } from "#test/contracts/mail/contract.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { readMail } from "#test/support/formats/read-mail.ts"
import { openOutbox } from "./outbox.ts"

const filesIn = (folder: string) => readdirSync(folder).sort()

mailContract(async (t) => {
  const folder = join(temporaryFolder(t), "made", "when", "missing")
  return {
    mail: openOutbox(folder, contractFrom),
    sent: async () => filesIn(folder).map((name) => readFileSync(join(folder, name))),
  }
})

test("each message is one .eml file; their names sort by the time of sending", async (t) => {
  const folder = temporaryFolder(t)
  const outbox = openOutbox(folder, contractFrom)
  const subjects = Array.from({ length: 20 }, (_, index) => `Message ${index}`)
  for (const subject of subjects) await outbox.send({ to: "ada@example.com", subject, text: "", id: "same" })

  const names = filesIn(folder)
  assert.ok(names.every((name) => /^\d{4}-\d{2}-\d{2}T.*-same\.eml$/.test(name)))
  const read = await Promise.all(names.map((name) => readMail(readFileSync(join(folder, name)))))
  assert.deepEqual(valuesOf(read, "subject"), subjects)
})

test("a dead process's unfinished files are removed, at the start and later; other files are not", async (t) => {
  const folder = temporaryFolder(t)
  const leave = (name: string, ageMs: number) => {
    writeFileSync(join(folder, name), "From: x")
    utimesSync(join(folder, name), new Date(), new Date(Date.now() - ageMs))
  }
  leave("2026-01-01T00-00-00.000Z-000001-old.unfinished", 120_000)
  leave("2026-01-01T00-00-00.000Z-000001-old.eml", 120_000)
  leave("2026-01-01T00-00-00.000Z-000001-fresh.unfinished", 1_000)
  const outbox = openOutbox(folder, contractFrom)
  await outbox.close()
  const kept = ["2026-01-01T00-00-00.000Z-000001-fresh.unfinished", "2026-01-01T00-00-00.000Z-000001-old.eml"]
  assert.deepEqual(filesIn(folder), kept)

  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 120_000 })
  await outbox.send({ to: "ada@example.com", subject: "Hello", text: "", id: "sent" })
  assert.deepEqual(
    filesIn(folder).map((name) => name.slice(-9)),
    ["1-old.eml", "-sent.eml"],
  )
})

test("the kept mails are the latest ones, the newest first; other files and folders are none of them", async (t) => {
  const folder = temporaryFolder(t)
  const outbox = openOutbox(folder, contractFrom)
  for (const subject of ["First", "Second", "Third"])
    await outbox.send({ to: "ada@example.com", subject, text: "Hello", id: "sent" })
  writeFileSync(join(folder, "zz-notes.txt"), "no mail")
  const kept = (await outbox.stored?.list(2)) ?? []
  assert.deepEqual(valuesOf(kept, "subject"), ["Third", "Second"])
  assert.deepEqual(await outbox.stored?.find(kept[0]?.id ?? ""), kept[0])
  for (const id of ["zz-notes.txt", `../${folder.split("/").at(-1)}/${kept[0]?.id}`])
    assert.equal(await outbox.stored?.find(id), undefined)
})
