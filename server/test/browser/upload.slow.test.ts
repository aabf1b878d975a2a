import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { buffer } from "node:stream/consumers"
import { test } from "node:test"
import { browserAt, noBrowser } from "#test/support/browser/studio.ts"
import { uploadWorld } from "#test/support/worlds/upload-world.ts"
import { buildIfChanged } from "../../../web/build-if-changed.ts"

const skip = noBrowser ?? false

test("a visitor with an upload link chooses files and sees them arrive", { skip }, async (t) => {
  await buildIfChanged()
  const world = await uploadWorld(t, { max_files: 3, max_file_bytes: 5_000_000 })
  const open = await browserAt(t, `http://localhost:${world.port}`)
  const { page } = await open({ refusals: /^409 GET .*\/u\// })
  await page.goto(world.link)
  await page.getByRole("heading", { name: "Send files to Studio Ada" }).waitFor()
  assert.doesNotMatch(await page.content(), /folder/i, "the sender does not learn the folder")

  const large = randomBytes(4_000_000)
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer })
  await page
    .locator("input[type=file]")
    .setInputFiles([file("été.bin", large), file("empty", Buffer.alloc(0)), file("huge.bin", Buffer.alloc(5_000_001))])

  await page.getByText("Too large. Use at most 5 MB.").waitFor()
  await page.getByText("Sent", { exact: true }).nth(1).waitFor()
  assert.deepEqual((await world.left()).files, ["empty", "été.bin"])
  const row = await world.app.database.read
    .selectFrom("files")
    .select("blob_key")
    .where("name", "=", "été.bin")
    .executeTakeFirstOrThrow()
  assert.ok((await buffer(await world.app.blobs.read(row.blob_key))).equals(large))

  await page
    .locator("input[type=file]")
    .setInputFiles([file("n".repeat(256), Buffer.alloc(1)), file("third", Buffer.alloc(1))])
  await page.getByText("Name too long. Use at most 255 characters.").waitFor()
  await page.locator("input[type=file]").setInputFiles([file("fourth", Buffer.alloc(1))])
  await page.getByText("File limit reached.").waitFor()
  await page.getByText("Sent", { exact: true }).nth(2).waitFor()
  await page.goto(world.link)
  await page
    .getByText(/reached its file limit|file limit is reached/)
    .first()
    .waitFor()
})
