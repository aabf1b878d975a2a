import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { temporaryFolder } from "#test/support/databases.ts"
import { readMail } from "#test/support/mail.ts"
import { contractFrom, mailContract } from "./contract.ts"
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
  assert.deepEqual(
    read.map(({ subject }) => subject),
    subjects,
  )
})
