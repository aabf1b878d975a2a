import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { buyerMails, showLatestMails } from "#domains/mails/index.ts"
import { idInput } from "#kernel/id-input.ts"
import {
  buyerMail,
  type DisputeRow,
  getOwnPurchase,
  listCorrections,
  listDisputeRows,
  ownPurchase,
  toOwnPurchase,
} from "../purchases/index.ts"
import { deliveryUrl } from "./delivery.ts"
import { findDelivery } from "./delivery-store.ts"
import { isDelivered } from "./open-delivery.ts"

const dispute = z.object({
  id: z.string().describe("The processor's name for it."),
  state: z.enum(["inquiry", "closed", "open", "answered", "won", "lost", "appealed", "prevented"]),
  amountCents: z.int(),
  currency: z.string(),
  reason: z.string().describe("The processor's word for why."),
  dueBy: z.int().nullable().describe("Until when it can be answered."),
})

const correction = z.object({
  email: z.string(),
  at: z.int(),
  by: z.string().describe("The member who gave this address."),
})

const toDispute = ({ processor_id, state, cents, currency, reason, due_by }: DisputeRow): z.output<typeof dispute> => ({
  ...{ id: processor_id, state, amountCents: cents, currency, reason, dueBy: due_by },
})

/** Returns a purchase of the workspace with its delivery link, for a buyer whom no mail has reached. */
export const getPurchase = workspaceAction("member", "console", {
  input: z.object({ id: idInput }),
  output: ownPurchase.extend({
    mail: buyerMail,
    corrections: z.array(correction).describe("The oldest first."),
    disputes: z.array(dispute).describe("The oldest first."),
    deliveryUrl: z.url().nullable().describe("Opens the files to whoever has it; null when there is nothing to open."),
  }),
  async run(cx, { id }) {
    const purchase = await getOwnPurchase(cx, id)
    const delivery = await findDelivery(cx, id)
    const isOpen = delivery !== undefined && isDelivered(delivery)
    const disputes = (await listDisputeRows(cx, purchase)).map(toDispute)
    const mailOf = await showLatestMails(cx, { kinds: buyerMails, workspaceId: cx.workspaceId, abouts: [id] })
    const corrections = await listCorrections(cx, purchase)
    const url = isOpen ? deliveryUrl(cx, delivery) : null
    return { ...toOwnPurchase(purchase), mail: mailOf(id), corrections, disputes, deliveryUrl: url }
  },
})
