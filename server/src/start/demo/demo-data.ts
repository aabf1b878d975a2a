import { Readable } from "node:stream"
import type { Caller } from "#access/caller.ts"
import { type App, perform, systemContext } from "#access/perform.ts"
import { createDoc } from "#domains/docs/index.ts"
import { createFolder, storeFile } from "#domains/drive/index.ts"
import { addOfferFile, createOffer, editOffer, publishOffer, storeGiftCode } from "#domains/handover/index.ts"
import { createTaggedLink } from "#domains/links/index.ts"
import { setWorkingHours, storeStreamPlan } from "#domains/team-time/index.ts"
import { demoFiles } from "./demo-files.ts"
import { askForFiles } from "./demo-requests.ts"
import { insertOwner, isEmpty, reserveShortKey } from "./demo-store.ts"
import { demoHours, demoStreams } from "./demo-time.ts"

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
    passes_query: true,
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
