import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { showLatestMails, shownMail } from "#domains/mails/index.ts"
import { deliveryLinkInput } from "./get-delivery.ts"
import { getOpenDelivery } from "./open-delivery.ts"

/** Returns the state of the latest receipt to the buyer, without an address, for a person with the delivery link. */
export const getReceiptMail = publicAction({
  input: z.object({ link: deliveryLinkInput }),
  output: z.object({ mail: shownMail.omit({ words: true }).nullable() }),
  async run(cx, { link }) {
    const { id, workspace_id: workspaceId } = await getOpenDelivery(cx, link)
    const mail = (await showLatestMails(cx, { kinds: ["mail-receipt"], workspaceId, abouts: [id] }))(id)
    return { mail: mail && { state: mail.state, reason: mail.reason, at: mail.at } }
  },
})
