import { anonymous } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { allFiles, getDelivery, getReceiptMail } from "#domains/handover/index.ts"
import { notFound } from "#kernel/error.ts"
import type { PageContent, Visit } from "../page.ts"
import { toAskedMail } from "../sign-in/asked-mail.ts"

/** The purchase, with a download of each file. Works without JavaScript. */
export async function loadDelivery(visit: Visit) {
  const { link = "" } = visit.params
  const delivery = await getDeliveryFor(visit)
  const path = `/delivery/${encodeURIComponent(link)}`
  const files = delivery.files.map(({ key, name, sizeBytes }) => {
    return { key, name, sizeBytes, downloadPath: `${path}/files/${encodeURIComponent(key)}` }
  })
  const mail = await findAskedReceipt(visit)
  const { title, cover, sellerName, sellerContact, sellerLogoPath, terms } = delivery
  const { isGift, amountCents, currency, boughtAt, canSendReceipt } = delivery
  return {
    head: { title },
    data: {
      path,
      title,
      cover,
      sellerName,
      sellerContact,
      sellerLogoPath,
      terms,
      isGift,
      amountCents,
      currency,
      boughtAt,
      files,
      allPath: delivery.archive && `${path}/files/${allFiles}`,
      receipt: { canSend: canSendReceipt, mail, formAction: `${path}/receipt` },
    },
    ...(cover && { filesOrigin: new URL(cover.url).origin }),
  } satisfies PageContent
}

async function findAskedReceipt({ app, params, query }: Visit) {
  if (query.receipt === undefined) return null
  const { mail } = await perform({ app, caller: anonymous }, getReceiptMail, { link: params.link })
  return toAskedMail(mail, { now: app.now(), since: Number(query.receipt) || 0 })
}

export function loadDeliveryJson(visit: Visit): Promise<object> {
  return getDeliveryFor(visit)
}

/** The page links here, because the signed address expires after five minutes. */
export async function getFileUrl(visit: Visit): Promise<string> {
  const { files, archive } = await getDeliveryFor(visit)
  if (visit.params.key === allFiles && archive) return archive.url
  const file = files.find(({ key }) => key === visit.params.key)
  if (!file) {
    throw notFound("This file isn’t in the delivery.", "Reload the delivery page.")
  }
  return file.url
}

function getDeliveryFor({ app, params }: Visit) {
  return perform({ app, caller: anonymous }, getDelivery, { link: params.link })
}
