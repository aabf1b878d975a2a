import assert from "node:assert/strict"
import { test } from "node:test"
import type { Kysely } from "kysely"
import { type ShownCall, tools } from "#domains/assistant/on-demand.ts"
import { createDoc, importDoc, publishDoc, readDoc, trashDoc } from "#domains/docs/index.ts"
import {
  createFolder,
  createShareLink,
  createUploadLink,
  editFile,
  listUploadLinks,
  trashFile,
} from "#domains/drive/index.ts"
import { createGiftCode, createOffer } from "#domains/handover/index.ts"
import { listLinks, trashLink } from "#domains/links/index.ts"
import { shorten } from "#test/support/workspace/links.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { type AssistantWorld, assistantWorld, callsOf, waitingOf } from "#test/support/worlds/assistant-world.ts"

/** The approval card of a call that waits for the member. */
async function approvalCardOf(
  studio: AssistantWorld,
  ...parts: { call: string; arguments: object }[]
): Promise<ShownCall> {
  studio.says(...parts.map((part) => [part]), ["Done."])
  const [card] = waitingOf(await studio.ask(/gift/.test(parts[0]?.call ?? "") ? "admin" : "member", "Please"))
  assert.ok(card, `${parts.at(-1)?.call}`)
  return card
}

const linesOf = ({ about }: Pick<ShownCall, "about">) => about.map(({ label, value }) => `${label}: ${value}`)

test("an approval card names the object and its place, for each writing tool", async (t) => {
  const studio = await assistantWorld(t, [])
  const { act, app, callers } = studio
  const [doc, trashed] = [
    await act("member", createDoc, { title: "Plan" }),
    await act("member", createDoc, { title: "Old" }),
  ]
  const file = await putDriveFile(app, callers.member, { name: "logo.png", bytes: "x", contentType: "image/png" })
  const folder = await act("member", createFolder, { name: "Clients", parentId: null })
  await act("member", editFile, { id: file.id, folderId: folder.id })
  const gone = await putDriveFile(app, callers.member, { name: "draft.txt", bytes: "x", contentType: "text/plain" })
  const [link, old] = [await shorten(studio, { slug: "spring" }), await shorten(studio, { slug: "autumn" })]
  await act("member", createUploadLink, { folderPath: "/Clients" })
  const [upload] = (await act("member", listUploadLinks, {})).items
  const share = await act("member", createShareLink, { fileId: file.id })
  const offer = await act("member", createOffer, { title: "Palette", priceCents: 1_900, currency: "usd" })
  const gift = await act("admin", createGiftCode, { kind: "amount", balanceCents: 1_000, currency: "usd" })
  await act("member", trashDoc, { id: trashed.id })
  await act("member", trashFile, { id: gone.id })
  await act("member", trashLink, { id: old.id })

  const expected: Record<string, [given: object, ...lines: (string | RegExp)[]]> = {
    rename_doc: [{ id: doc.id, title: "New", emoji: null }, "Doc: Plan"],
    trash_doc: [{ id: doc.id }, "Doc: Plan"],
    restore_doc: [{ id: trashed.id }, "Doc: Old"],
    write_doc: [{ id: doc.id, how: "append", markdown: "More" }, "Doc: Plan"],
    publish_doc: [{ id: doc.id, isPublic: true }, "Doc: Plan"],
    create_folder: [{ names: ["Bo"], parentId: folder.id }, "In: /Clients"],
    rename_file: [{ id: file.id, name: "mark.png" }, "File: logo.png", "Folder: /Clients"],
    move_files: [
      { ids: [file.id, folder.id], folderId: null },
      "2 files: logo.png, Clients/",
      "Folder: /Clients, Drive",
      "To: Drive",
    ],
    trash_files: [{ ids: [file.id] }, "File: logo.png", "Folder: /Clients"],
    restore_files: [{ ids: [gone.id] }, "File: draft.txt", "Folder: Drive"],
    create_share_link: [{ id: folder.id }, "Folder: Clients", "In: Drive"],
    revoke_share_link: [{ id: share.id }, "Shares: logo.png", "Downloads: 0"],
    edit_offer: [{ id: offer.id, title: "New" }, "Offer: Palette", "Price: $19.00", "State: draft"],
    set_offer_state: [{ id: offer.id, state: "archived" }, "Offer: Palette", "Price: $19.00", "State: draft"],
    add_offer_file: [
      { offerId: offer.id, fileId: file.id },
      "Offer: Palette",
      "Price: $19.00",
      "State: draft",
      "File: logo.png",
      "Folder: /Clients",
    ],
    remove_offer_file: [{ offerId: offer.id, key: "none" }, "Offer: Palette", "Price: $19.00", "State: draft"],
    disable_gift_code: [{ id: gift.id }, "Worth: $10.00", "Uses: 0"],
    create_upload_link: [{ folderPath: "/Clients" }, "Folder: /Clients"],
    revoke_upload_link: [{ id: upload?.id }, "Folder: /Clients", "Files received: 0", /^Expires: \d{4}-/],
    edit_link: [{ id: link.id, title: "Sale" }, /^Short link: .*\/s\/spring$/, /^Destination: https:/],
    trash_link: [{ id: link.id }, /^Short link: .*\/s\/spring$/, /^Destination: https:/],
    restore_link: [{ id: old.id }, /^Short link: .*\/s\/autumn$/, /^Destination: https:/],
    set_stream_plan: [{ url: null }, "Current calendar: None"],
    // A new object is described by the arguments and the rehearsal.
    create_doc: [{ title: "Fresh" }],
    create_gift_codes: [{}],
    create_link: [{ destination: "https://example.com/" }],
  }
  const writes = tools.flatMap(({ kind, name }) => (kind === "write" ? [name] : []))
  assert.deepEqual(Object.keys(expected).sort(), writes.sort())
  for (const [name, [given, ...lines]] of Object.entries(expected)) {
    const said = linesOf(await approvalCardOf(studio, { call: name, arguments: given }))
    assert.equal(said.length, lines.length, `${name}: ${said}`)
    for (const [at, line] of lines.entries()) {
      if (typeof line === "string") assert.equal(said[at], line, name)
      else assert.match(said[at] ?? "", line, name)
    }
  }
})

test("an approval card says that a doc is public, and shows the text that a replacement removes", async (t) => {
  const studio = await assistantWorld(t, [])
  const { id } = await studio.act("member", importDoc, {
    fileName: "prices.md",
    markdown: "# Prices\n\nFrom 19 dollars.\n",
  })
  await studio.act("member", publishDoc, { id })

  const { version: expectedVersion } = await studio.act("member", readDoc, { id })
  const given = { id, how: "replace", markdown: "Free.", expectedVersion }
  const read = { call: "read_doc", arguments: { id } }
  const card = await approvalCardOf(studio, read, { call: "write_doc", arguments: given })

  assert.deepEqual(linesOf(card), [
    "Doc: Prices",
    "Public: Anyone with the public link can read it.",
    "Removes: From 19 dollars.\n",
  ])
})

test("an approval card of a section's replacement shows that section's text only", async (t) => {
  const studio = await assistantWorld(t, [])
  const markdown = "# Prices\n\nFrom 19 dollars.\n\n# Terms\n\nPaid at once.\n\n# Contact\n\nBy mail.\n"
  const { id } = await studio.act("member", importDoc, { fileName: "shop.md", markdown: `Shop\n\n${markdown}` })
  const { version: expectedVersion, outline = [] } = await studio.act("member", readDoc, { id })
  const section = outline.find(({ title }) => title === "Terms")?.section
  const given = { id, how: "section", section, markdown: "# Terms\n\nPaid later.", expectedVersion }

  const card = await approvalCardOf(
    studio,
    { call: "read_doc", arguments: { id } },
    { call: "write_doc", arguments: given },
  )

  assert.deepEqual(linesOf(card), ["Doc: shop", "Removes: # Terms\n\nPaid at once.\n"])
})

test("an approval card finds an object by its id, behind a hundred newer ones", async (t) => {
  const studio = await assistantWorld(t, [])
  const { act } = studio
  const { id } = await act("member", createDoc, { title: "The oldest" })
  await act("member", trashDoc, { id })
  await act("member", createFolder, { name: "Oldest", parentId: null })
  await act("member", createUploadLink, { folderPath: "/Oldest" })
  const [link] = (await act("member", listUploadLinks, {})).items
  for (let at = 0; at < 101; at += 1) {
    studio.clock.advance(1_000)
    await act("member", trashDoc, { id: (await act("member", createDoc, { title: `Doc ${at}` })).id })
    await act("member", createUploadLink, {})
  }

  const restore = await approvalCardOf(studio, { call: "restore_doc", arguments: { id } })
  assert.deepEqual(linesOf(restore), ["Doc: The oldest"])
  const revoke = await approvalCardOf(studio, { call: "revoke_upload_link", arguments: { id: link?.id } })
  assert.equal(linesOf(revoke)[0], "Folder: /Oldest")
})

test("an approval card reads a doc's name without its text", async (t) => {
  const studio = await assistantWorld(t, [])
  const { database } = studio.app
  const { id } = await studio.act("member", importDoc, { fileName: "long.md", markdown: "Many words. ".repeat(20_000) })
  let longest = 0
  const read = (database.read as unknown as Kysely<object>).withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      for (const value of result.rows.flatMap((row) => Object.values(row)))
        longest = Math.max(longest, typeof value === "string" ? value.length : 0)
      return result
    },
  })
  Object.assign(studio.app, { database: { ...database, read } })
  for (const [name, more] of Object.entries({ trash_doc: {}, rename_doc: { title: "New", emoji: null } })) {
    const card = await approvalCardOf(studio, { call: name, arguments: { id, ...more } })
    assert.equal(linesOf(card)[0], "Doc: long")
  }
  assert.ok(longest > 0 && longest < 10_000, `${longest} letters in one value`)
})

test("a link gets the short address that its card shows, and a repeated declined call is recognised", async (t) => {
  const studio = await assistantWorld(t, [])
  const given = { destination: "https://example.com/" }
  studio.says([{ call: "create_link", arguments: given }], [{ call: "create_link", arguments: given }], ["Done."])
  const asked = await studio.ask("member", "Please")
  const [card] = waitingOf(asked)
  const shown = card?.rehearsal?.outcome === "would" ? card.rehearsal.facts[0]?.value : undefined
  assert.match(shown ?? "", /\/s\/\w{7}$/)

  const again = await studio.decide("member", asked, "no")
  assert.deepEqual(
    callsOf(again).map(({ state }) => state),
    ["declined", "refused"],
  )
  const anew = await approvalCardOf(studio, { call: "create_link", arguments: given })
  const promised = anew.rehearsal?.outcome === "would" ? anew.rehearsal.facts[0]?.value : undefined
  const calls = studio.app.database.read.selectFrom("assistant_calls").select("conversation_id")
  const { conversation_id } = await calls.where("id", "=", anew.id).executeTakeFirstOrThrow()
  await studio.decide("member", await studio.settled("member", conversation_id), "once")
  const { links } = await studio.act("owner", listLinks, {})
  assert.deepEqual(
    links.map(({ shortUrl }) => shortUrl),
    [promised],
  )
})

test("a call whose rehearsal was refused offers no lasting allowance", async (t) => {
  const studio = await assistantWorld(t, [])
  const card = await approvalCardOf(studio, {
    call: "create_link",
    arguments: { destination: "https://example.com/", slug: "api" },
  })
  assert.equal(card.rehearsal?.outcome, "refused")
  assert.deepEqual(card.offers, [])
})
