import type { ShownCall } from "#domains/assistant/on-demand.ts"
import { createDoc, exportDoc, getDocLink, searchDocs, trashDoc, writeDoc } from "#domains/docs/index.ts"
import {
  createFolder,
  createShareLink,
  createUploadLink,
  listFolder,
  listShareLinks,
  listUploadLinks,
  trashFile,
} from "#domains/drive/index.ts"
import {
  addOfferFile,
  createGiftCode,
  createOffer,
  listGiftCodes,
  listOffers,
  pauseOffer,
  publishOffer,
} from "#domains/handover/index.ts"
import { listLinks, trashLink } from "#domains/links/index.ts"
import { shorten } from "../workspace/links.ts"
import { putDriveFile } from "../workspace/put-drive-file.ts"
import type { World } from "../worlds/world.ts"

/** Fills the studio with one of each thing. Returns valid arguments for each writing tool. */
export async function writesIn(studio: World): Promise<Readonly<Record<string, ShownCall["arguments"]>>> {
  const { act, app, callers } = studio
  const doc = async (title: string) => (await act("member", createDoc, { title })).id
  const file = async (name: string) => (await putDriveFile(app, callers.member, { name, bytes: "Notes" })).id
  const [plan, written, named, kept, gone] = await Promise.all(["A", "B", "C", "D", "E"].map(doc))
  await act("member", writeDoc, { id: written, how: "replace", markdown: "What stood there." })
  await act("member", trashDoc, { id: gone })
  const [paper, spare, lost] = await Promise.all(["a.txt", "b.txt", "c.txt"].map(file))
  await act("member", trashFile, { id: lost })
  const [link, edited, trashed] = await Promise.all(
    ["one", "two", "three"].map(async (slug) => (await shorten(studio, { slug })).id),
  )
  await act("member", trashLink, { id: trashed })
  const { id: uploadLink } = await act("member", createUploadLink, {})
  const { id: folder } = await act("member", createFolder, { name: "Clients", parentId: null })
  const { id: inner } = await act("member", createFolder, { name: "Old", parentId: null })
  const { id: shareLink } = await act("member", createShareLink, { fileId: paper })
  return {
    ...(await sellingWritesIn(studio, paper)),
    create_doc: { title: "Plan", markdown: "# Goals\n\nTo sell." },
    publish_doc: { id: plan, isPublic: true },
    write_doc: { id: written, how: "append", markdown: "And more." },
    rename_doc: { id: named, title: "Another name", emoji: "🚀" },
    trash_doc: { id: kept ?? plan },
    restore_doc: { id: gone },
    rename_file: { id: paper, name: "renamed.txt" },
    create_folder: { names: ["Fresh", "Bo"] },
    move_files: { ids: [paper, inner], folderId: folder },
    trash_files: { ids: [spare, inner] },
    restore_files: { ids: [lost] },
    create_upload_link: { maxFiles: 2 },
    revoke_upload_link: { id: uploadLink },
    create_share_link: { id: folder },
    revoke_share_link: { id: shareLink },
    create_link: { destination: "https://example.com/fresh", slug: "fresh", tags: ["spring"] },
    edit_link: { id: edited, destination: "https://example.com/other", title: "Another", slug: "moved" },
    trash_link: { id: link },
    restore_link: { id: trashed },
    set_stream_plan: { url: "https://calendar.example/plan.ics" },
  }
}

async function sellingWritesIn(studio: World, fileId: string | undefined) {
  const { act } = studio
  const titles = ["One", "Two", "Three", "Four"] as const
  const [edited, onSale, more, less] = await Promise.all(titles.map((title) => offerWithFile(studio, title)))
  for (const offer of [onSale, less]) await act("member", publishOffer, { id: offer?.id ?? "" })
  await act("member", pauseOffer, { id: onSale?.id ?? "" })
  const { id: gift } = await act("admin", createGiftCode, { kind: "full" })
  return {
    edit_offer: { id: edited?.id, title: "Dearer", priceCents: 2_500 },
    set_offer_state: { id: onSale?.id, state: "published" },
    add_offer_file: { offerId: more?.id, fileId },
    remove_offer_file: { offerId: less?.id, key: less?.files[1]?.key },
    create_gift_codes: { balanceCents: 1_000, currency: "usd", maxUses: 3 },
    disable_gift_code: { id: gift },
  }
}

async function offerWithFile({ act, app, callers }: World, title: string) {
  const offer = await act("member", createOffer, { title, priceCents: 1_900, currency: "usd" })
  const put = async (name: string) => (await putDriveFile(app, callers.member, { name, bytes: name })).id
  await act("member", addOfferFile, { offerId: offer.id, fileId: await put(`${title} 1.txt`) })
  return act("member", addOfferFile, { offerId: offer.id, fileId: await put(`${title} 2.txt`) })
}

/** Valid arguments for each reading tool, with the ids of things that a write would change. */
export async function readsIn(
  { act }: World,
  writes: Awaited<ReturnType<typeof writesIn>>,
): Promise<Readonly<Record<string, object>>> {
  const [doc, link, file] = [writes.trash_doc, writes.trash_link, writes.rename_file && { id: writes.rename_file.id }]
  const offer = await act("owner", createOffer, { title: "Palette", priceCents: 100, currency: "usd" })
  const none = ["get_revenue", "get_storage", "get_team_time", "get_team_week", "list_drive_trash", "list_gift_codes", "list_link_tags", "list_folder", "list_links", "list_offers", "list_purchases", "list_share_links", "list_streamelements_commands", "list_trashed_docs", "list_upload_links", "list_workspaces", "search_docs", "search_drive_files"] // biome-ignore format: a list
  return {
    ...Object.fromEntries(none.map((name) => [name, {}])),
    ...{ read_doc: doc, look_at_doc: doc, get_link: link, get_link_stats: link, get_offer: { id: offer.id } },
    ...{ get_file: file, read_file: file },
    ...{ get_purchase: { id: "purchase_of_nobody" }, search_doc_text: { query: "stood" } },
  } as Record<string, object>
}

/** The studio's state by its own reads, without times of changes. */
export async function lookAround({ act }: World): Promise<string> {
  const { docs } = await act("owner", searchDocs, {})
  const seen = {
    docs,
    texts: await Promise.all(docs.map(({ id }) => act("owner", exportDoc, { id }))),
    public: await Promise.all(docs.map(({ id }) => act("owner", getDocLink, { id }))),
    links: (await act("owner", listLinks, {})).links,
    folder: await act("owner", listFolder, {}),
    files: (await act("owner", listFolder, { query: "e" })).files,
    shareLinks: (await act("owner", listShareLinks, {})).items.filter(({ url }) => url !== null),
    offers: (await act("owner", listOffers, {})).items.flatMap(({ files, ...offer }) =>
      offer.state === "archived" ? [] : { ...offer, files: files.map(({ fileId, name }) => `${fileId} ${name}`) },
    ),
    gifts: (await act("owner", listGiftCodes, {})).items.filter(({ isDisabled }) => !isDisabled),
    uploadLinks: (await act("owner", listUploadLinks, {})).items.filter(({ url }) => url !== null),
  }
  return JSON.stringify(seen, (key, value: unknown) => {
    if (/updated|changed|version|^deleted/i.test(key)) return undefined
    return Array.isArray(value) ? value.toSorted(byText) : value
  })
}

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
