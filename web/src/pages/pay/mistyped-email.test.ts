import assert from "node:assert/strict"
import { test } from "node:test"
import { suggestEmail } from "./mistyped-email.ts"

test("a mistyped common domain gets a suggestion, with the name as it was typed", () => {
  for (const domain of ["gmial.com", "gamil.com", "gmail.con", "gmail.co", "gmal.com", "gnail.cmo", "GMIAL.COM"]) {
    assert.equal(suggestEmail(` Anna@${domain} `), "Anna@gmail.com", domain)
  }
  assert.equal(suggestEmail("bo@hotmial.co.uk"), "bo@hotmail.co.uk")
  assert.equal(suggestEmail("bo@outlok.com"), "bo@outlook.com")
  assert.equal(suggestEmail("bo@iclould.com"), "bo@icloud.com")
  assert.equal(suggestEmail("bo@yaho.fr"), "bo@yahoo.fr")
})

test("other domains are not questioned", () => {
  const right = ["gmail.com", "mail.com", "email.com", "ymail.com", "yahoo.ca", "hotmail.it", "gmx.net", "live.com"]
  const others = [
    "line.com",
    "example.com",
    "studio.example",
    "gmail.example",
    "web.de",
    "mail.ru",
    "a.b",
    "proton.com",
  ]
  for (const domain of [...right, ...others]) assert.equal(suggestEmail(`bo@${domain}`), undefined, domain)
  for (const text of ["", "gmial.com", "@gmial.com", "bo@gmial", `bo@${"gmial".repeat(99)}.com`]) {
    assert.equal(suggestEmail(text), undefined, text)
  }
})
