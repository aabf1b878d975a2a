import assert from "node:assert/strict"
import { test } from "node:test"
import { encodeText } from "../../../../server/test/support/formats/encode-text.ts"
import { textOfFile } from "./text-of-file.ts"

test("text in UTF-16 is read with and without its mark", async () => {
  for (const text of ["Ziel,Titel\n1,ü 東", "\ufeffa"]) {
    const little = new Uint8Array([...text].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]))
    const big = new Uint8Array([...text].flatMap((sign) => [sign.charCodeAt(0) >> 8, sign.charCodeAt(0) & 255]))
    for (const { buffer } of [little, big]) assert.equal(await textOfFile(buffer), text.replace("\ufeff", ""))
  }
})

test("text in UTF-8 and in older encodings is read", async () => {
  const texts = {
    "windows-1252": "Größe",
    "windows-1251": "Название;Адрес",
    shift_jis: "名前,リンク",
    "iso-2022-jp": "会議の資料",
  }
  for (const [label, text] of Object.entries(texts)) {
    assert.equal(await textOfFile(encodeText(text, label).buffer), text)
    assert.equal(await textOfFile(new TextEncoder().encode(text).buffer), text)
  }
})

test("UTF-16 without a byte-order mark is read, whatever the letters of its first line", async () => {
  const text = "リンク先\u3000短縮,Ā\r\nhttps://example.com/,春\r\n"
  const little = Buffer.from(text, "utf16le")
  for (const bytes of [little, Buffer.from(little).swap16()]) {
    assert.equal(await textOfFile(Uint8Array.from(bytes).buffer), text)
  }
})
