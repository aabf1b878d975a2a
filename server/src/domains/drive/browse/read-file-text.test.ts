import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { test } from "node:test"
import { onSqlite } from "#test/support/databases/test-databases.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { readFileText, trashFile } from "../index.ts"

async function put({ app, callers }: World, bytes: Buffer | string, contentType = "text/plain") {
  return (await putDriveFile(app, callers.member, { name: "a.txt", bytes, contentType })).id
}

onSqlite("a file's text is read in whatever encoding it is, and a guessed one is named", async (t, kind) => {
  const here = await world(t, kind)
  const read = async (bytes: Buffer) => here.act("viewer", readFileText, { id: await put(here, bytes) })
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("Köln", "utf16le")])
  const windows1251 = Buffer.from(
    "cff0e8e2e5f22c20eceef020e4f0f3e32e20cae0ea20e4e5ebe03f20c2f1b820f5eef0eef8ee2e",
    "hex",
  )
  for (const [bytes, text, isGuessed] of [
    [Buffer.from("Köln"), "Köln", false],
    [Buffer.from("\ufeffKöln"), "Köln", false],
    [utf16, "Köln", false],
    [windows1251, "Привет, мор друг. Как дела? Всё хорошо.", true],
    [Buffer.alloc(0), "", false],
  ] as const) {
    const { text: found, note } = await read(bytes)
    assert.equal(found, text)
    assert.equal(/does not name its encoding/.test(note ?? ""), isGuessed, note ?? "no note")
  }
})

onSqlite("a long text comes in parts that make the whole, cut at lines and never in a letter", async (t, kind) => {
  const here = await world(t, kind)
  const most = here.app.assistant.limits.resultKilobytes * 1024
  for (const whole of [
    Array.from({ length: 9_000 }, (_, n) => `Line ${n} "quoted"\t😀`).join("\n"),
    "😀".repeat(40_000),
    '"\\\n'.repeat(20_000),
    "x".repeat(60_000),
  ]) {
    const id = await put(here, whole)
    let text = ""
    for (let cursor: string | undefined, parts = 0; parts === 0 || cursor !== undefined; parts += 1) {
      assert.ok(parts < 60)
      const answer = await here.act("viewer", readFileText, { id, ...(cursor !== undefined && { cursor }) })
      assert.ok(JSON.stringify(answer).length <= most)
      assert.ok(answer.text.isWellFormed())
      text += answer.text
      cursor = answer.nextCursor
    }
    assert.ok(text === whole)
  }
})

test("a file of 2 GB is read up to its first megabyte, and the answer says so", async (t) => {
  const here = await world(t)
  const id = await put(here, "short")
  const size = 2 * 1024 ** 3
  await here.app.database.transaction((db) => db.updateTable("files").set({ size_bytes: size }).where("id", "=", id).execute()) // biome-ignore format: one thought
  const asked: unknown[] = []
  // A letter of three bytes stands across the end of what is read.
  const blobs = {
    ...here.app.blobs,
    async read(_key: string, range?: { start: number; end: number }) {
      asked.push(range)
      return Readable.from([Buffer.from("€".repeat(400_000)).subarray(0, 1024 ** 2)])
    },
  }
  Object.assign(here.app, { blobs })
  const { note, text, sizeBytes } = await here.act("viewer", readFileText, { id })
  assert.deepEqual(asked, [{ start: 0, end: 1024 ** 2 - 1 }])
  assert.equal(note, "Only the first 1.0 MB of 2.1 GB can be read.")
  assert.equal(sizeBytes, size)
  assert.match(text, /^€+$/)
  const last = await here.act("viewer", readFileText, { id, cursor: "349520" })
  assert.deepEqual([last.text, last.nextCursor], ["€".repeat(5), undefined], "the cut letter is left out")
})

test("a file without text is refused with its type and what to do", async (t) => {
  const here = await world(t)
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")
  const refusal = async (bytes: Buffer | string, type: string) => {
    const id = await put(here, bytes, type)
    return here.act("viewer", readFileText, { id }).then(
      () => "read",
      ({ code, message, hint }) => `${code}: ${message} ${hint}`,
    )
  }
  assert.match(await refusal(png, "image/png"), /^conflict: .* no text to read: it is image\/png\. Pictures can be/)
  assert.match(await refusal(Buffer.from([1, 0, 2, 0, 3, 0, 4, 5]), "text/plain"), /no text to read/)
  assert.match(await refusal("%PDF-1.4\nHello", "application/pdf"), /^conflict: This is a PDF\. Attach it/)

  const id = await put(here, "gone")
  await here.act("member", trashFile, { id })
  await assert.rejects(here.act("viewer", readFileText, { id }), { code: "not_found" })
  await assert.rejects(here.act("viewer", readFileText, { id, cursor: "-1" }), { code: "invalid_request" })
})
