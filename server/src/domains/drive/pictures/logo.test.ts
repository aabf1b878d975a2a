import assert from "node:assert/strict"
import { describe } from "node:test"
import { Renderer } from "@takumi-rs/core"
import { anonymous } from "#access/context.ts"
import { getOfferPage } from "#domains/handover/index.ts"
import { findLogo, getOwnWorkspace, removeLogo } from "#domains/workspaces/index.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { readPng } from "#test/support/formats/png.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { trashFile } from "../index.ts"
import { setLogo } from "./set-logo.ts"

const picture = (backgroundColor: string, [width, height] = [400, 200]) =>
  new Renderer().render(
    { type: "container", style: { width, height, backgroundColor } },
    { width, height, format: "png" },
  )

async function inDrive({ app, callers }: World, bytes: Buffer, name: string): Promise<string> {
  return (await putDriveFile(app, callers.member, { name, contentType: "image/png", bytes })).id
}

const keyOf = (path: string | null) => /^\/logos\/(\w+)\.png$/.exec(path ?? "")?.[1] ?? ""

describe("a workspace's logo", () => {
  onSqlite(
    "is a small copy of the pixels, shown to members and buyers, and stays when its file is deleted",
    async (t, kind) => {
      const studio = await world(t, kind)
      const { act, cx } = studio
      const { shortKey } = await offerOnSale(studio)
      const page = () => act(anonymous, getOfferPage, { key: String(shortKey) })
      assert.equal((await page()).sellerLogoPath, null)
      const bytes = Buffer.concat([await picture("#ff0000"), Buffer.from("taken at 52.52 N")])
      const fileId = await inDrive(studio, bytes, "logo.png")

      const { logoPath } = await act("admin", setLogo, { fileId })
      await act("member", trashFile, { id: fileId })

      assert.equal((await act("viewer", getOwnWorkspace, {})).logoPath, logoPath)
      assert.equal((await page()).sellerLogoPath, logoPath)
      const png = await findLogo(cx, keyOf(logoPath))
      assert.equal(png?.includes("52.52 N"), false)
      const { width, height, at } = readPng(png ?? Buffer.alloc(0))
      assert.deepEqual([width, height, at(9, 9)], [192, 96, 0xff0000])
    },
  )

  onBothDatabases(
    "is replaced by the next one, also in parallel, and is not found after its removal",
    async (t, kind) => {
      const studio = await world(t, kind)
      const { act, cx, app } = studio
      const files = [
        await inDrive(studio, await picture("red"), "r.png"),
        await inDrive(studio, await picture("blue"), "b.png"),
      ]

      const set = await Promise.all(files.map((fileId) => act("admin", setLogo, { fileId })))

      const { logoPath } = await act("viewer", getOwnWorkspace, {})
      assert.ok(set.some((one) => one.logoPath === logoPath))
      const found = await Promise.all(set.map((one) => findLogo(cx, keyOf(one.logoPath))))
      assert.equal(found.filter(Boolean).length, 1)
      await act("owner", removeLogo, {})
      assert.equal((await act("viewer", getOwnWorkspace, {})).logoPath, null)
      assert.equal(await findLogo(cx, keyOf(logoPath)), undefined)
      assert.deepEqual(await app.database.read.selectFrom("logos").select("key").execute(), [])
    },
  )

  onSqlite("is refused below admin, of a file that is no picture, and of another workspace's file", async (t, kind) => {
    const studio = await world(t, kind)
    const { act, app, cx } = studio
    const fileId = await inDrive(studio, await picture("red"), "r.png")
    const text = await inDrive(studio, Buffer.from("<svg/>"), "x.png")

    await assert.rejects(act("member", setLogo, { fileId }), { neededRole: "admin" })
    await assert.rejects(act("member", removeLogo, {}), { neededRole: "admin" })
    await assert.rejects(act("admin", setLogo, { fileId: text }), { code: "invalid_request" })
    await assert.rejects(act("stranger", setLogo, { fileId }), { code: "not_found" })
    assert.equal((await act("viewer", getOwnWorkspace, {})).logoPath, null)

    const { logoPath } = await act("admin", setLogo, { fileId })
    await app.database.transaction((db) => db.updateTable("workspaces").set({ suspended_at: 1 }).execute())
    assert.equal(await findLogo(cx, keyOf(logoPath)), undefined, "a suspended workspace shows nothing")
  })
})
