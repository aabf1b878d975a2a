import { Readable } from "node:stream"
import { anonymous, type Caller } from "#access/context.ts"
import { type App, perform, systemContext } from "#access/perform.ts"
import type { BusySpan } from "#adapters/calendars/port.ts"
import { createDoc } from "#domains/docs/index.ts"
import { createFolder, createUploadLink, makeFolders, receiveFile, storeFile } from "#domains/drive/index.ts"
import { addOfferFile, createOffer, editOffer, publishOffer, storeGiftCode } from "#domains/handover/index.ts"
import { createTaggedLink } from "#domains/links/index.ts"
import { readNotifications } from "#domains/notifications/index.ts"
import { setWorkingHours, storeStreamPlan } from "#domains/team-time/index.ts"
import { dayMs, hourMs } from "#kernel/time/units.ts"
import { findZone, utc } from "#kernel/time/zone.ts"
import { insertOwner, isEmpty, reserveShortKey } from "./demo-store.ts"

export const demo = {
  slug: "studio",
  email: "ada@example.com",
  shortKey: "demo",
  amountCode: "GIFT-FIVE",
  fullCode: "GIFT-FULL",
} as const

/** Fills an empty database with examples. Returns false, and changes nothing, when the database was already in use. */
export async function fillEmptyDatabase(app: App): Promise<boolean> {
  const cx = systemContext(app)
  if (!(await isEmpty(cx))) return false
  const { email, slug } = demo
  const owner = await cx.atomically((cx) => insertOwner(cx, { email, name: "Ada", slug }))
  if (!owner) return false
  const ada: Caller = { kind: "person", accountId: owner.accountId, workspaceSlug: slug }
  const offerId = await makeOffer(app, ada, owner)
  const gift = { offerId, maxUses: null, startsAt: null, expiresAt: null }
  const amount = { kind: "amount", currency: "usd", balanceCents: 500, code: demo.amountCode } as const
  // Inserted directly, since a real gift code must be longer, to prevent guessing.
  const full = { kind: "full", currency: null, balanceCents: 0, code: demo.fullCode } as const
  await storeGiftCode(cx, owner.workspaceId, { ...gift, ...amount })
  await storeGiftCode(cx, owner.workspaceId, { ...gift, ...full })
  for (const link of demoLinks) await perform({ app, caller: ada }, createTaggedLink, link)
  for (const doc of demoDocs) await perform({ app, caller: ada }, createDoc, doc)
  const folder = await perform({ app, caller: ada }, createFolder, { name: "Sketches" })
  await storeFile(cx, { ...toDrive(owner), folderId: folder.id }, toUpload(demoSketch))
  await askForFiles(app, ada)
  await perform({ app, caller: ada }, setWorkingHours, demoHours)
  await storeStreamPlan(cx, { ...owner, ...demoStreams(app.now()) })
  return true
}

type Owner = NonNullable<Awaited<ReturnType<typeof insertOwner>>>

const demoLinks = [
  {
    slug: "palette",
    title: "How palettes work in GIMP",
    destination: "https://docs.gimp.org/en/gimp-concepts-palettes.html",
    tags: ["reading"],
  },
  {
    slug: "colour-theory",
    title: "Further reading, with the reader's campaign parameters",
    destination: "https://en.wikipedia.org/wiki/Color_theory?utm_source=studio",
    passesQuery: true,
    tags: ["newsletter", "reading"],
  },
]

const demoDocs = [
  { title: "Launch plan", emoji: "🚀" },
  { title: "Ideas for the next palette", emoji: "🎨" },
]

const demoSketch = {
  name: "spring-colours.csv",
  contentType: "text/csv",
  text: "name,hex\nPrimrose,#f6e58d\nMoss,#6ab04c\nRain,#95afc0\n",
}

const toUpload = ({ text, ...file }: typeof demoSketch) => ({ ...file, bytes: Readable.from([Buffer.from(text)]) })

const demoTerms = {
  licence: "Use the colours wherever you like, in paid work too. Please do not sell the palette itself.",
  refundTerms: "Not happy? Write within 14 days, and you get your money back.",
}

const toDrive = ({ workspaceId, accountId }: Owner) => ({ workspaceId, folderId: null, accountId, uploadLinkId: null })

async function makeOffer(app: App, ada: Caller, owner: Owner): Promise<string> {
  const { id } = await perform({ app, caller: ada }, createOffer, {
    title: "Studio palette",
    description: "Eight colours that sit well together, for GIMP, Krita and Inkscape.",
    priceCents: 1_900,
    currency: "usd",
  })
  for (const demoFile of demoFiles) {
    const file = await storeFile(systemContext(app), toDrive(owner), toUpload(demoFile))
    await perform({ app, caller: ada }, addOfferFile, { offerId: id, fileId: file.id })
  }
  await perform({ app, caller: ada }, editOffer, { id, ...demoTerms })
  await systemContext(app).atomically((cx) =>
    reserveShortKey(cx, { id, workspaceId: owner.workspaceId }, demo.shortKey),
  )
  await perform({ app, caller: ada }, publishOffer, { id })
  return id
}

/** The two files of the demo offer: a palette for GIMP, Krita and Inkscape, and a note. */
const demoFiles = [
  {
    name: "studio-palette.gpl",
    contentType: "text/plain",
    text: `GIMP Palette
Name: Studio
Columns: 4
#
 28  36  52	Ink
 67  97 238	Lapis
 76 201 240	Sky
128 237 153	Mint
249 199  79	Straw
248 150  30	Marigold
249  65  68	Poppy
250 246 240	Paper
`,
  },
  {
    name: "read-me-first.txt",
    contentType: "text/plain",
    text: `Thank you for buying the Studio palette.

GIMP      copy studio-palette.gpl into the "palettes" folder (Edit > Preferences > Folders > Palettes)
Krita     Settings > Dockers > Palette > Import
Inkscape  copy it into the "palettes" folder of your settings (Edit > Preferences > System)

Use the colours in anything you make, paid work included. Please do not sell the palette itself.

Ada
`,
  },
] as const

const dayMinutes = 24 * 60

/** The clients that Ada asked for files, the lifetime of each link, and the files that arrived. */
const requests = [
  { from: "Bo Schmidt", days: 7, sent: { name: "harbour-at-dawn.txt", text: "Teal, rust and a little fog.\n" } },
  { from: "Cleo Martin", days: 7, sent: undefined },
  { from: "Dana Okafor", days: 2, sent: undefined },
]

/** Makes a folder's upload link for each client, and sends files through those that were used. Ada has seen them. */
async function askForFiles(app: App, ada: Caller): Promise<void> {
  for (const { from, days, sent } of requests) {
    await perform({ app, caller: ada }, makeFolders, { names: ["Clients", from] })
    const { url } = await perform({ app, caller: ada }, createUploadLink, {
      folderPath: `/Clients/${from}`,
      expiresInMinutes: days * dayMinutes,
      maxFiles: 3,
    })
    if (!sent) continue
    const file = { name: sent.name, contentType: "text/plain", bytes: Readable.from([Buffer.from(sent.text)]) }
    const token = url.split("/").at(-1) ?? ""
    await perform({ app, caller: anonymous }, receiveFile, { token, ...file })
  }
  await perform({ app, caller: ada }, readNotifications, { until: app.now() })
}

const daysAhead = 62

const timeZone = "Europe/Berlin"
const workdays = ["monday", "tuesday", "wednesday", "thursday", "friday"] as const

const demoHours = { timeZone, hours: workdays.map((day) => ({ day, from: "10:00", to: "18:00" })) }

/** Ada's streams: Tuesdays and Thursdays from 20:00 to 22:00 in her time zone, for two months from `now`. */
function demoStreams(now: number): { busy: BusySpan[]; knownUntil: number } {
  const zone = findZone(timeZone) ?? utc
  const today = Math.floor(zone.toWall(now) / dayMs) * dayMs
  const evenings = Array.from({ length: daysAhead }, (_, day) => today + day * dayMs).filter((wall) =>
    [2, 4].includes(new Date(wall).getUTCDay()),
  )
  const busy = evenings.map((wall) => ({
    startsAt: zone.toInstant(wall + 20 * hourMs),
    endsAt: zone.toInstant(wall + 22 * hourMs),
    title: "Live: painting with readers",
    isAllDay: false,
  }))
  return { busy, knownUntil: zone.toInstant(today + daysAhead * dayMs) }
}
