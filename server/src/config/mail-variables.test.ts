import assert from "node:assert/strict"
import { generateKeyPairSync, type KeyObject } from "node:crypto"
import { test } from "node:test"
import { readSettings } from "./settings.ts"

const pemOf = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString()
const rsa = (modulusLength: number) => pemOf(generateKeyPairSync("rsa", { modulusLength }).privateKey)

test("a key that signs mail is RSA of 2,048 bits or more, on one line or several", () => {
  const key = rsa(2_048)
  const read = (SVC_MAIL_DKIM_KEY: string) => readSettings({ SVC_MAIL_DKIM_KEY }).mailDkimKey
  assert.equal(read(key), key)
  assert.equal(read(key.replaceAll("\n", "\\n")), key)
  const says = /SVC_MAIL_DKIM_KEY: must be a private RSA key in PEM, of 2048 bits or more\./
  for (const wrong of [rsa(1_024), pemOf(generateKeyPairSync("ed25519").privateKey), "a key"])
    assert.throws(() => read(wrong), says)
})

test("bounces have an address with room for a token, and a mailbox only with that address", () => {
  const SVC_MAIL_BOUNCES_URL = "imaps://bounces:secret@mail.example.com/INBOX"
  const SVC_MAIL_BOUNCES = "bounces@example.com"
  assert.equal(readSettings({ SVC_MAIL_BOUNCES, SVC_MAIL_BOUNCES_URL }).mailBounces, SVC_MAIL_BOUNCES)
  assert.throws(() => readSettings({ SVC_MAIL_BOUNCES_URL }), /SVC_MAIL_BOUNCES is needed with SVC_MAIL_BOUNCES_URL/)
  const long = `${"b".repeat(40)}@example.com`
  for (const wrong of ["bounces", long])
    assert.throws(() => readSettings({ SVC_MAIL_BOUNCES: wrong }), /SVC_MAIL_BOUNCES:/)
  for (const wrong of ["imaps://mail.example.com", "pop3://a:b@mail.example.com"])
    assert.throws(
      () => readSettings({ SVC_MAIL_BOUNCES, SVC_MAIL_BOUNCES_URL: wrong }),
      /SVC_MAIL_BOUNCES_URL: must be/,
    )
  assert.throws(() => readSettings({ SVC_MAIL_DKIM_SELECTOR: "a b" }), /SVC_MAIL_DKIM_SELECTOR/)
})

test("an address whose password ends it too early is refused without being repeated", () => {
  const SVC_MAIL_BOUNCES = "bounces@example.com"
  const readBoth = (rest: string) => {
    const faults = ["SVC_MAIL_URL", "SVC_MAIL_BOUNCES_URL"].map((name) => {
      const url = `${name === "SVC_MAIL_URL" ? "smtp" : "imaps"}://${rest}`
      try {
        readSettings({ SVC_MAIL_BOUNCES, [name]: url })
        return "read"
      } catch (error) {
        return String(error)
      }
    })
    return faults
  }
  for (const password of ["se/cret", "12/cret", "12?cret", "12#cret", "se#cret", "se?cret", "se%cret"])
    for (const fault of readBoth(`shop:${password}@mail.example.com`)) {
      assert.match(fault, /URL: must be `\w+:\/\/user:password@host.*percent-encoded|URL: may have the options/)
      assert.doesNotMatch(fault, /cret/)
    }
  assert.deepEqual(readBoth("shop:p%40%3A%2F%3F%23%25%C2%A7@[::1]:2525/"), ["read", "read"])
})

test("an option of the mail server that is misspelled is a fault, since it would be left out", () => {
  const read = (query: string) => readSettings({ SVC_MAIL_URL: `smtp://mail.example.com:25?${query}` }).mailUrl
  for (const wrong of [
    "requiretls=true",
    "secure=true",
    "requireTLS=yes",
    "ignoreTLS=False",
    "tls.rejectUnauthorized=0",
  ])
    assert.throws(() => read(wrong), /SVC_MAIL_URL: may have the options name, requireTLS, /, wrong)
  const known = "name=a.example&requireTLS=true&ignoreTLS=false&authMethod=LOGIN&maxConnections=2"
  for (const right of [known, "tls.rejectUnauthorized=false&tls.servername=b.example&tls.minVersion=TLSv1"])
    assert.ok(read(right).endsWith(right))
})
