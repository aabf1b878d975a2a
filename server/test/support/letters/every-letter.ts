import { join } from "node:path"
import type { TestContext } from "node:test"
import { anonymous } from "#access/context.ts"
import { openOutbox } from "#adapters/mail/outbox.ts"
import { requestSignIn } from "#domains/accounts/index.ts"
import { createUploadLink } from "#domains/drive/index.ts"
import { notify } from "#domains/notifications/index.ts"
import { editWorkspace, inviteMember } from "#domains/workspaces/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { newId } from "#kernel/ids.ts"
import { hourMs } from "#kernel/time/units.ts"
import type { Schema } from "#storage/schema.ts"
import { insertPurchase, offerOnSale } from "../selling/shop.ts"
import { shorten } from "../workspace/links.ts"
import { putDriveFile } from "../workspace/put-drive-file.ts"
import { type World, world } from "../worlds/world.ts"

export interface WrittenLetter {
  /** The job that wrote it, and the case. */
  name: string
  /** The whole message as it is sent. */
  eml: string
}

/** What people typed. Absent: usual names. */
export interface Typed {
  title?: string
  workspaceName?: string
  fileName?: string
  buyer?: string
}

const operator = "operator@elsewhere.example"
const usual = { title: "Type specimen", workspaceName: "Studio Ada", fileName: "specimen.txt", buyer: "bo@example.com" }

const addressesAt = (base: string) => ({ base, auth: base, mcp: `${base}/mcp`, short: `${base}/s`, files: base })

/** Writes each mail that the service sends, by the jobs that write them, as its first reader gets it. */
export async function everyLetter(t: TestContext, typed: Typed = {}): Promise<WrittenLetter[]> {
  const words = { ...usual, ...typed }
  const studio = await world(t, "sqlite", { operators: [operator] })
  Object.assign(studio.app.addresses, addressesAt("https://atelier.example"))
  Object.assign(studio.app, { mail: openOutbox(join(studio.folder, "outbox"), "studio@atelier.example") })
  const letters: WrittenLetter[] = []
  let read = 0
  const collect = async (name: string) => {
    await runDueJobs(studio.app, jobs)
    if (studio.mails().length === read) {
      studio.clock.advance(hourMs) // a limit of the hour, or a wait before a mail
      await runDueJobs(studio.app, jobs)
    }
    const mails = studio.mails()
    const eml = mails[read]
    if (eml === undefined) throw new Error(`${name} wrote no letter.`)
    letters.push({ name, eml })
    read = mails.length
  }
  const write = async <Kind extends keyof JobPayloads>(kind: Kind, payload: JobPayloads[Kind], about = "") => {
    await studio.cx.atomically((cx) => enqueue(cx, kind, { payload } as never))
    await collect(`${kind} ${about}`.trim())
  }
  await studio.app.database.transaction((db) =>
    db.updateTable("workspaces").set({ logo_key: "logo_1" }).where("id", "=", studio.workspaceId).execute(),
  )
  await studio.act("owner", editWorkspace, { name: words.workspaceName, contact: "help@elsewhere.example" })
  const offer = await offerOnSale(studio, { title: words.title })
  for (const part of [toBuyers, toSellers, aboutMoney, toPeople, ofOperators])
    await part({ studio, words, offer, write, collect })
  return letters
}

interface Writing {
  studio: World
  words: Required<Typed>
  offer: Awaited<ReturnType<typeof offerOnSale>>
  write<Kind extends keyof JobPayloads>(kind: Kind, payload: JobPayloads[Kind], about?: string): Promise<void>
  collect(name: string): Promise<void>
}

const put = (studio: World, table: keyof Schema, row: object) =>
  studio.app.database.transaction((db) =>
    db
      .insertInto(table)
      .values(row as never)
      .execute(),
  )

async function buy({ studio, words, offer }: Writing, changes: Partial<Schema["purchases"]> = {}) {
  const files = offer.files.map((file) => ({ ...file, name: words.fileName }))
  return insertPurchase(studio, { ...offer, files }, { buyer_email: words.buyer, ...changes })
}

async function toBuyers(writing: Writing) {
  const { write, studio } = writing
  const free = { state: "comped", charged_cents: 0, amount_cents: 0 } as const
  const revoked = { delivery_revoked_at: 1, reason: "Paid too late." }
  const cases: Record<string, Partial<Schema["purchases"]>> = {
    paid: { discount_cents: 500, charged_cents: 1400 },
    free,
    pending: { state: "pending_async", charged_cents: 0 },
    failed: { state: "failed", charged_cents: 0 },
    refunded: { state: "refunded", ...revoked },
    revoked: { ...revoked },
  }
  for (const [about, changes] of Object.entries(cases))
    await write("mail-receipt", { purchaseId: (await buy(writing, changes)).id, resend: 0 }, about)
  const stranger = await buy(writing, { ...free, buyer_email: "stranger@elsewhere.example" })
  await write("mail-receipt", { purchaseId: stranger.id, resend: 0 }, "stranger")
  const parted = await buy(writing, { refunded_cents: 500 })
  await write("mail-receipt", { purchaseId: parted.id, resend: 0, refundedCents: 500 }, "part refund")
  const refunding = await buy(writing, { state: "refunding", ...revoked })
  await write("mail-slow-refund", { purchaseId: refunding.id })
  await write("mail-claim", { purchaseId: (await buy(writing)).id, request: 1 })
  await sellOften(studio, parted)
}

/** Sells more often in an hour than is mailed one by one. */
async function sellOften(studio: World, purchase: Schema["purchases"]) {
  for (let n = 0; n < 3; n += 1) {
    const id = `${purchase.id}${n}`
    await put(studio, "purchases", { ...purchase, id })
    const notice = { workspace_id: studio.workspaceId, notified_at: null, created_at: studio.clock.now() }
    await put(studio, "sale_notices", { ...notice, purchase_id: id, window_at: 5 })
  }
}

async function toSellers(writing: Writing) {
  const { write, studio, collect } = writing
  const { workspaceId } = studio
  for (const event of ["sold", "refunded", "disputed", "inquired", "oversold"] as const)
    await write("mail-seller", { purchaseId: (await buy(writing)).id, event }, event)
  const free = await buy(writing, { state: "comped", charged_cents: 0, amount_cents: 0 })
  await write("mail-seller", { purchaseId: free.id, event: "sold" }, "sold free")
  await write("mail-sales", { workspaceId, windowAt: 5 })
  const { url } = await studio.act("member", createUploadLink, { maxFiles: 10 })
  const link = await studio.cx.db.selectFrom("upload_links").select("id").executeTakeFirstOrThrow()
  const { id } = await putDriveFile(studio.app, studio.callers.member, { name: writing.words.fileName, bytes: url })
  await studio.app.database.transaction((db) =>
    db.updateTable("files").set({ upload_link_id: link.id, announced_at: null }).where("id", "=", id).execute(),
  )
  await write("mail-upload", { linkId: link.id })
  const words = [writing.words.title, writing.words.fileName]
  for (const what of ["mentioned", "tools_changed"] as const) {
    await studio.cx.atomically((cx) => notify(cx, { workspaceId, what, words, thing: null, named: namedIn(studio) }))
    await collect(`mail-notification ${what}`)
  }
}

const namedIn = ({ callers: { owner } }: World) => (owner.kind === "person" ? [owner.accountId] : [])

async function aboutMoney({ studio, write }: Writing) {
  const { workspaceId } = studio
  const entry = {
    ...{ processor_account: "installation", payment_id: "pi_1", buyer_email: "bo@example.com", amount_cents: 1900 },
    ...{ currency: "usd", reason: "The purchase does not exist.", refund_tries: 0, created_at: studio.clock.now() },
    ...{ seller_mailed_at: null, operator_mailed_at: null, decision: null, decided_by: null, decided_at: null },
    ...{ note: null, settled_at: null, settled_as: null, purchase_id: null },
  }
  for (const n of [1, 2])
    await put(studio, "unclear_money", {
      ...{ ...entry, id: newId("unclear"), workspace_id: workspaceId, checkout_session_id: `cs_${n}` },
    })
  await write("mail-unclear-money", { workspaceId }, "seller")
  await write("mail-unclear-money", { workspaceId: null }, "operator")
  await write("mail-silent-hook", { processorAccount: "installation", at: studio.clock.now() })
  const account = { processorAccount: "installation", at: studio.clock.now() }
  await write("mail-payment-account", { ...account, workspaceId, state: "stopped" }, "stopped")
  await write("mail-payment-account", { ...account, workspaceId: null, state: "ready" }, "ready")
}

async function toPeople({ studio, write, collect }: Writing) {
  const { act, app, workspaceId, callers } = studio
  const wish = { returnTo: "/account", browser: `browser_${"b".repeat(43)}`, network: "192.0.2.1" }
  await act(anonymous, requestSignIn, { ...wish, email: "owner@studio.example" })
  await collect("mail-sign-in code")
  Object.assign(app.admission, { isSignUpOpen: false })
  await act(anonymous, requestSignIn, { ...wish, email: "unknown@elsewhere.example" })
  await collect("mail-sign-in stranger")
  for (const email of ["owner@elsewhere.example", "new@elsewhere.example"]) {
    await act("owner", inviteMember, { email, role: "member" })
    await collect(`mail-invitation ${email}`)
  }
  const accountId = callers.owner.kind === "person" ? callers.owner.accountId : ""
  const at = studio.clock.now()
  await write("mail-passkey", { accountId, passkeyId: "passkey_1", name: "Firefox on Linux", at })
  for (const event of ["trashed", "handed_over"] as const)
    await write("mail-workspace", { workspaceId, event, byAccountId: accountId, at }, event)
}

async function ofOperators({ studio, write, offer }: Writing) {
  const { workspaceId } = studio
  await write("mail-short-keys", { given: 800_000, inAll: 1_000_000 })
  const link = await shorten(studio)
  const subjects = { link: link.id, offer: offer.id, workspace: workspaceId }
  const about = { workspace_id: workspaceId, reason: "phishing", created_at: studio.clock.now() } as const
  const report = { seen_as: "link", words: "Look.", email: null, mailed_at: null, closed_at: null, outcome: null }
  const subject = { subject_kind: "link", subject_id: link.id }
  await put(studio, "abuse_reports", { id: newId("report"), ...about, ...subject, ...report, closed_by: null })
  await write("mail-reports", {})
  for (const [subject_kind, subject_id] of Object.entries(subjects)) {
    const suspensionId = newId("suspension")
    const decided = { words: "It asks for passwords.", suspended_by: "account_1", lifted_by: null, lifted_at: null }
    await put(studio, "suspensions", { id: suspensionId, subject_kind, subject_id, ...about, ...decided })
    for (const isLifted of [false, true])
      await write("mail-suspension", { suspensionId, isLifted }, `${subject_kind} ${isLifted ? "lifted" : "stands"}`)
  }
}
