import assert from "node:assert/strict"
import { test } from "node:test"
import { readEmails } from "./read-emails.ts"

test("addresses are read between commas, spaces and lines, once each", () => {
  assert.deepEqual(readEmails(" a@b.example,c@d.example; e@f.example\n\ng@h.example A@B.example "), [
    "A@B.example",
    "c@d.example",
    "e@f.example",
    "g@h.example",
  ])
  assert.deepEqual(readEmails('"Schmidt, Bo" <bo@b.example>, Cleo Martin <cleo@c.example>\nDana <dana@d.example>'), [
    "bo@b.example",
    "cleo@c.example",
    "dana@d.example",
  ])
  assert.deepEqual(readEmails("bo @b.example，cleo＠ c.example；dana@d.example"), [
    "bo@b.example",
    "cleo＠c.example",
    "dana@d.example",
  ])
  assert.deepEqual(readEmails("bo, no-address"), ["bo", "no-address"], "the service refuses what is no address")
  assert.deepEqual(readEmails(" \n,"), [])
})
