import assert from "node:assert/strict"
import { test } from "node:test"
import { readGivenType, toContentType } from "./content-type.ts"

const plain = "application/octet-stream"
const zip = "PK\x03\x04"
const workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
const ole = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

/** A name, the first bytes as Latin-1, and the type that a file without a given type has. */
const files: [name: string, head: string, type: string][] = [
  ["Budget.xlsx", zip, workbook],
  ["book.epub", zip, "application/epub+zip"],
  ["all.zip", zip, "application/zip"],
  ["app.jar", zip, plain],
  ["letter.odt", zip, plain],
  ["old.doc", ole, "application/msword"],
  ["setup.msi", ole, plain],
  ["unknown", ole, plain],
  ["IMG_1.HEIC", "\0\0\0\x18ftypheic\0\0\0\0mif1heic", "image/heic"],
  ["photo.avif", "\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf", "image/avif"],
  ["clip.mov", "\0\0\0\x14ftypqt  ", "video/quicktime"],
  ["old.mov", "\0\0\0\x08wide\0\0\0\0mdat", "video/quicktime"],
  ["clip.mp4", "\0\0\0\x18ftypisom", "video/mp4"],
  ["song.m4a", "\0\0\0\x18ftypM4A ", "audio/mp4"],
  ["song.m4a", "\0\0\0\x18ftypmp42", "audio/mp4"],
  ["song.mp3", "ID3\x03", "audio/mpeg"],
  ["song.mp3", "\xff\xfb\x90", "audio/mpeg"],
  ["take.wav", "RIFF\0\0\0\0WAVEfmt ", "audio/wav"],
  ["a.webm", "\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm", "video/webm"],
  ["a.mkv", "\x1aE\xdf\xa3\xa3B\x82\x88matroska", "video/x-matroska"],
  ["voice.ogg", `OggS${"\0".repeat(24)}OpusHead`, "audio/ogg"],
  ["photo.jpg_large", "\xff\xd8\xff\xe0", "image/jpeg"],
  ["photo.jpg", "RIFF\0\0\0\0WEBP", "image/webp"],
  ["photo.jpg", "<html><script>", plain],
  ["clip.mp4", "The free world", plain],
  ["paper.pdf", "%PDF-1.7", "application/pdf"],
  ["page.html", "%PDF-1.7", plain],
  ["app.exe", "\x89PNG\r\n\x1a\n", plain],
  ["app.js", "alert(1)", plain],
  ["feed.xml", "<?xml version='1.0'?>", plain],
  ["notes.txt", "<!DOCTYPE html>", plain],
  ["notes.txt", "\xef\xbb\xbf \n<svg onload=alert(1)>", plain],
  ["notes.txt", "\xff\xfe<\0s\0c\0r\0i\0p\0t\0>\0", plain],
  ["notes.md", "<!-- title -->", "text/markdown"],
  ["README", "Read me", "text/plain"],
  ["README", "<b>Read me", plain],
  ["csv", "a,b", "text/plain"],
  [".gitignore", "dist", "text/plain"],
  ["server.log", "started", "text/plain"],
  ["a.csv", "ID3,OTTO\n1,2", "text/csv"],
  ["a.csv", "\xff\xfea\0,\0", "text/csv"],
  ["a.csv", "Gr\xf6\xdfe;1", "text/csv"],
  ["a.csv", "a\0\0\x01b", plain],
  ["team.ics", "BEGIN:VCALENDAR", "text/calendar"],
  ["deploy.yml", "a: 1", "text/plain"],
  ["prices.tsv", "a\tb", "text/plain"],
  ["film.srt", "1\n00:00:01,000", "text/plain"],
  ["map.geojson", "{}", "application/json"],
  ["deploy.yml", "<script>", plain],
  ["data.json", '{"a":1}', "application/json"],
  ["core", "\x7fELF\x02\x01\x01\0", plain],
  ["empty.txt", "", "text/plain"],
]

test("a type follows from name and bytes, and never opens a page, a drawing or a program", () => {
  for (const [name, head, type] of files) {
    const bytes = Buffer.from(head, "latin1")
    assert.equal(toContentType({ name, given: "", head: bytes }), type, `${name}: ${JSON.stringify(head)}`)
  }
})

test("a letter that the end of the first bytes cuts does not hide a text's encoding", () => {
  for (const lead of ["", "x", "xx", "xxx"]) {
    const head = Buffer.from(lead + "🎨".repeat(1_100)).subarray(0, 4_096)
    assert.equal(toContentType({ name: "a.md", given: "", head }), "text/markdown")
  }
})

test("a given type stays, but types that every file gets count as none", () => {
  const head = Buffer.from("a,b")
  const typeOf = (given: string, name = "a.csv") => toContentType({ name, given: readGivenType(given), head })
  assert.equal(typeOf("text/plain"), "text/plain")
  assert.equal(typeOf("text/html"), plain)
  assert.equal(typeOf("image/x-png", "a.png"), "image/png")
  assert.equal(typeOf("text/comma-separated-values", "a"), "text/csv")
  for (const given of ["", "*/*", "Application/Octet-Stream; x=1", "application/x-www-form-urlencoded"]) {
    assert.equal(typeOf(given), "text/csv", given)
  }
  assert.equal(typeOf("application/vnd.ms-excel"), "text/csv", "as browsers on Windows with Excel call it")
  assert.equal(typeOf("application/vnd.ms-excel", "a.xls"), "application/vnd.ms-excel")
})
