import assert from "node:assert/strict"
import { validateHeaderValue } from "node:http"
import { test } from "node:test"
import fc from "fast-check"
import { anyText } from "#test/support/basics/any-text.ts"
import { attachment } from "./disposition.ts"

const shape = /^attachment; filename="[\x20\x21\x23-\x7e]*"; filename\*=UTF-8''([\w!#$&+.^`|~-]|%[0-9A-F]{2})+$/

const saved = (header: string) => decodeURIComponent(header.slice(header.indexOf("''") + 2))

test("a name stays unchanged, with an ASCII form for old clients", () => {
  assert.equal(attachment("plain.txt"), `attachment; filename="plain.txt"; filename*=UTF-8''plain.txt`)
  const header = attachment(`Überblick "2026" 🎨 100%.pdf`)
  assert.match(header, shape)
  assert.match(header, /filename="Uberblick '2026' _ 100'\.pdf"/)
  assert.equal(saved(header), `Überblick "2026" 🎨 100%.pdf`)
})

test("line breaks, folders and bidirectional controls are removed from the name", () => {
  assert.equal(saved(attachment("a\r\nSet-Cookie: x=1")), "a  Set-Cookie: x=1")
  assert.equal(saved(attachment("../../etc/passwd")), ".._.._etc_passwd")
  assert.equal(saved(attachment("invoice\u202efdp.exe")), "invoice fdp.exe")
  assert.equal(saved(attachment("\u0000")), "file")
})

test("a very long name is cut and keeps its ending", () => {
  const name = saved(attachment(`${"ü".repeat(300)}.pdf`))
  assert.equal([...name].length, 150)
  assert.match(name, /ü…\.pdf$/)
})

test("any name makes a header that Node sends", () => {
  fc.assert(
    fc.property(anyText(400), (name) => {
      const header = attachment(name)
      validateHeaderValue("content-disposition", header)
      assert.match(header, shape)
    }),
  )
})
