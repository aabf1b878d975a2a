import type { Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { ownRow } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow, findsRow } from "#storage/whether.ts"
import { must } from "../must.ts"

export type GiftCode = Selectable<Schema["gift_codes"]>

/** A gift code by its key. */
export interface GiftKey {
  readonly id: string
  readonly workspaceId: WorkspaceId
}

export const giftOf = (id: string, { workspace_id }: Pick<GiftCode, "workspace_id">): GiftKey => {
  return { id, workspaceId: workspace_id }
}

export interface GiftUse {
  id: string
  workspaceId: WorkspaceId
  currency: string
}

/** Finds the code with the first of these HMACs that any code for the offer has. */
export async function findGiftCode(
  cx: Reading,
  codeMacs: readonly string[],
  offer: GiftUse,
): Promise<GiftCode | undefined> {
  const found = await codesFor(cx, offer).where("code_mac", "in", codeMacs).execute()
  const rank = ({ code_mac }: GiftCode) => codeMacs.indexOf(code_mac)
  return found.toSorted((one, other) => rank(one) - rank(other))[0]
}

/** Finds the only code for the offer that has one of these HMACs without its hyphens. Undefined where two have one. */
export async function findJoinedCode(
  cx: Reading,
  joinedMacs: readonly string[],
  offer: GiftUse,
): Promise<GiftCode | undefined> {
  const [found, second] = await codesFor(cx, offer).where("joined_mac", "in", joinedMacs).limit(2).execute()
  return second ? undefined : found
}

function codesFor(cx: Reading, offer: GiftUse) {
  return cx.db
    .selectFrom("gift_codes")
    .selectAll()
    .where("workspace_id", "=", offer.workspaceId)
    .where((code) => code.or([code("offer_id", "is", null), code("offer_id", "=", offer.id)]))
    .where((code) => code.or([code("currency", "is", null), code("currency", "=", offer.currency)]))
}

export function readGiftCode(cx: Reading, code: GiftKey): Promise<GiftCode> {
  return cx.db.selectFrom("gift_codes").selectAll().where(ownRow(code, code.id)).executeTakeFirstOrThrow()
}

export async function hasGiftCode(cx: Reading, id: string, workspaceId: WorkspaceId): Promise<boolean> {
  const code = cx.db.selectFrom("gift_codes").select("id").where(ownRow({ workspaceId }, id))
  return /^\w+$/.test(id) && findsRow(code)
}

export function isUsable(code: GiftCode, now: number): boolean {
  return (
    code.disabled_at === null &&
    (code.starts_at === null || code.starts_at <= now) &&
    (code.expires_at === null || code.expires_at > now) &&
    (code.max_uses === null || code.uses < code.max_uses) &&
    (code.kind === "full" || leftCents(code) > 0)
  )
}

export function leftCents(code: GiftCode): number {
  return code.balance_cents - code.held_cents - code.spent_cents
}

export function discountOf(code: GiftCode, priceCents: number): number {
  return code.kind === "full" ? priceCents : Math.min(leftCents(code), priceCents)
}

/** Takes one use of a code and locks its row, so that no other checkout takes its balance. Undefined if not usable. */
export function takeUse(cx: Inside, gift: GiftKey): Promise<GiftCode | undefined> {
  const now = cx.now()
  return cx.db
    .updateTable("gift_codes")
    .set((code) => ({ uses: code("uses", "+", 1) }))
    .where(ownRow(gift, gift.id))
    .where("disabled_at", "is", null)
    .where((code) => code.or([code("starts_at", "is", null), code("starts_at", "<=", now)]))
    .where((code) => code.or([code("expires_at", "is", null), code("expires_at", ">", now)]))
    .where((code) => code.or([code("max_uses", "is", null), code("uses", "<", code.ref("max_uses"))]))
    .where((code) =>
      code.or([
        code("kind", "=", "full"),
        code("balance_cents", ">", (less) => less("held_cents", "+", less.ref("spent_cents"))),
      ]),
    )
    .returningAll()
    .executeTakeFirst()
}

export function holdGift(cx: Inside, gift: GiftKey, cents: number): Promise<void> {
  return moveCents(cx, gift, { held: cents })
}

/** Holds a use and `cents` again that had been released. False when the code lacks them. Ignores the code's dates. */
export async function holdGiftAgain(cx: Inside, gift: GiftKey, cents: number): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("gift_codes")
      .set((code) => ({ uses: code("uses", "+", 1), held_cents: code("held_cents", "+", cents) }))
      .where(ownRow(gift, gift.id))
      .where((code) => code.or([code("max_uses", "is", null), code("uses", "<", code.ref("max_uses"))]))
      .where((code) => {
        const given = code("held_cents", "+", code.ref("spent_cents"))
        return code("balance_cents", ">=", code(given, "+", cents))
      }),
  )
}

export function spendHeldGift(cx: Inside, gift: GiftKey, cents: number): Promise<void> {
  return moveCents(cx, gift, { held: -cents, spent: cents })
}

/** Gives a use back, and the amount that a checkout held or a refunded purchase had spent. */
export function returnGift(cx: Inside, gift: GiftKey, moved: { held?: number; spent?: number }): Promise<void> {
  return moveCents(cx, gift, { held: -(moved.held ?? 0), spent: -(moved.spent ?? 0), uses: -1 })
}

async function moveCents(
  cx: Inside,
  gift: GiftKey,
  { held = 0, spent = 0, uses = 0 }: { held?: number; spent?: number; uses?: number },
): Promise<void> {
  const moved = await cx.db
    .updateTable("gift_codes")
    .set((code) => ({
      held_cents: code("held_cents", "+", held),
      spent_cents: code("spent_cents", "+", spent),
      uses: code("uses", "+", uses),
    }))
    .where(ownRow(gift, gift.id))
    .returning(["held_cents", "spent_cents", "balance_cents", "uses"])
    .executeTakeFirst()
  must(moved !== undefined, "A used gift code exists.")
  must(
    moved.held_cents >= 0 && moved.spent_cents >= 0 && moved.uses >= 0,
    "A gift code gets back at most what it gave.",
  )
  must(moved.held_cents + moved.spent_cents <= moved.balance_cents, "A gift code gives no more than it holds.")
}
