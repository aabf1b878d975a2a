import assert from "node:assert/strict"
import { createDoc, renameDoc, trashDoc } from "#domains/docs/index.ts"
import { createFolder, trashFile } from "#domains/drive/index.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { draftOffer, upload } from "#test/support/selling/shop.ts"
import { shorten } from "#test/support/workspace/links.ts"
import { world } from "#test/support/worlds/world.ts"
import { resolveLinks } from "./resolve-links.ts"

onBothDatabases("links of a doc show the present title of each object, in the requested order", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const doc = await act("member", createDoc, { title: "Plan", emoji: "🚀" })
  const file = await upload(studio, "cover.png")
  const folder = await act("member", createFolder, { name: "Clients" })
  const [named, plain] = [await shorten(studio, { title: "Spring sale" }), await shorten(studio, { slug: "summer" })]
  const offer = await draftOffer(studio, { title: "Palette" })
  await act("member", renameDoc, { id: doc.id, title: "Launch plan", emoji: "🎉" })
  const links = [
    { kind: "offer", ref: offer.id },
    { kind: "doc", ref: doc.id },
    { kind: "file", ref: file },
    { kind: "folder", ref: folder.id },
    { kind: "link", ref: named.id },
    { kind: "link", ref: plain.id },
    { kind: "doc", ref: doc.id },
  ]

  const { items } = await act("viewer", resolveLinks, { links })

  assert.deepEqual(
    items.map(({ title, emoji }) => [title, emoji]),
    [
      ["Palette", null],
      ["Launch plan", "🎉"],
      ["cover.png", null],
      ["Clients", null],
      ["Spring sale", null],
      ["summer", null],
      ["Launch plan", "🎉"],
    ],
  )
})

onSqlite("an object in the trash, of another workspace, or of another kind has no title", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const kept = await act("member", createDoc, { title: "Ours" })
  const gone = await act("member", createDoc, { title: "Gone" })
  const file = await upload(studio, "gone.txt")
  await act("member", trashDoc, { id: gone.id })
  await act("member", trashFile, { id: file })
  const ask = async (as: "viewer" | "stranger", kind: string, ref: string) =>
    (await act(as, resolveLinks, { links: [{ kind, ref }] })).items[0]?.title

  assert.equal(await ask("viewer", "doc", kept.id), "Ours")
  assert.equal(await ask("viewer", "doc", gone.id), null)
  assert.equal(await ask("viewer", "file", file), null)
  assert.equal(await ask("viewer", "file", kept.id), null)
  assert.equal(await ask("stranger", "doc", kept.id), null)
  assert.deepEqual((await act("viewer", resolveLinks, { links: [] })).items, [])
})
