import { z } from "zod"
import type { Inside } from "#access/context.ts"
import { event, noteEvent, withExample } from "#changes/note-event.ts"
import { toIso, toIsoOrNull } from "#kernel/time/iso.ts"
import type { GiftCodeRow } from "./gift-code-store.ts"

const terms = z.object({
  kind: z.enum(["amount", "full"]).describe("`amount` reduces the price by a balance; `full` covers all of it."),
  offerId: z.string().nullable().describe("The one offer that it is good for, or null for all."),
  currency: z.string().nullable(),
  balanceCents: z.int().describe("In minor units of `currency`; 0 for `full`."),
  maxUses: z.int().nullable(),
  startsAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})

const created = terms.extend({ ids: z.array(z.string()).max(200) })
const disabled = terms.extend({ id: z.string() })

const usual = { offerId: null, maxUses: null, startsAt: null }

export const giftCodeEvents = {
  created: withExample(
    usual,
    event("gift_code.created", created, "Gift codes of the same terms were created, 200 at most."),
  ),
  disabled: withExample(usual, event("gift_code.disabled", disabled, "A gift code was disabled for good.")),
}

/** One event for all codes that a transaction creates. The codes themselves are worth money, and stay here. */
export function announceGiftCodes(cx: Inside, rows: readonly GiftCodeRow[]): void {
  const [first] = rows
  if (!first) return
  const data = () => ({ ids: rows.map(({ id }) => id), ...toTerms(first) })
  noteEvent(cx, { workspaceId: first.workspace_id, type: giftCodeEvents.created, subject: first.id, data })
}

export function announceDisabled(cx: Inside, row: GiftCodeRow): void {
  const data = () => ({ id: row.id, ...toTerms(row) })
  noteEvent(cx, { workspaceId: row.workspace_id, type: giftCodeEvents.disabled, subject: row.id, data })
}

function toTerms(row: GiftCodeRow): z.output<typeof terms> {
  const { kind, offer_id: offerId, currency, balance_cents: balanceCents, max_uses: maxUses } = row
  const [startsAt, expiresAt] = [toIsoOrNull(row.starts_at), toIsoOrNull(row.expires_at)]
  return { kind, offerId, currency, balanceCents, maxUses, startsAt, expiresAt, createdAt: toIso(row.created_at) }
}
