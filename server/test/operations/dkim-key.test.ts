import assert from "node:assert/strict"
import { createPrivateKey, createPublicKey } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { handbook } from "#test/support/basics/handbook.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { shell, skipWithout } from "#test/support/processes/programs.ts"

test("the handbook's commands make a key for signing mails, its line for the settings, and its DNS record", {
  skip: skipWithout(["openssl"]),
}, (t) => {
  const folder = temporaryFolder(t)
  const run = (command: string) => shell(command, {}, folder)
  run(handbook("openssl genrsa -out dkim.pem 2048"))
  const record = run(handbook("openssl rsa -in dkim.pem -pubout -outform DER | openssl base64 -A"))
  const line = run(handbook("sed -z 's/\\n/\\\\n/g' dkim.pem"))

  assert.doesNotMatch(line, /\n/)
  const key = createPrivateKey(line.replaceAll("\\n", "\n"))
  assert.equal(key.asymmetricKeyDetails?.modulusLength, 2048)
  const ofRecord = createPublicKey({ key: Buffer.from(record, "base64"), format: "der", type: "spki" })
  assert.ok(createPublicKey(key).equals(ofRecord))

  writeFileSync(join(folder, "settings"), `KEY='${line}'\n`)
  assert.equal(run('. ./settings; printf %s "$KEY"'), line, "a shell keeps the line in single quotation marks")
})
