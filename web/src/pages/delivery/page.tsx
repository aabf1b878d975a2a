import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import type { DeliveryData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Button, ButtonLink } from "../../kit/button.tsx"
import { FileList, FileListItem } from "../../kit/file-row.tsx"
import { Frame, Heading } from "../../kit/frame.tsx"
import { useHouse } from "../../kit/house.tsx"
import { reasonSentence } from "../../kit/mail-reason.ts"
import { formatMoment } from "../../kit/moment.ts"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"
import { SellerContact } from "../../kit/people/contact.tsx"
import { Cover } from "../../kit/people/cover.tsx"
import { Seller } from "../../kit/people/seller.tsx"
import { formatBytes } from "../../kit/size.ts"
import { Terms } from "../pay/terms.tsx"

export function Page(delivery: DeliveryData) {
  const { path, title, cover, sellerName, sellerContact, sellerLogoPath, terms, receipt } = delivery
  const { locale } = useHouse()
  return (
    <Frame width="narrow" reportable={path}>
      <div className="stack gap-5">
        <Cover cover={cover} title={title} tiles={8} />
        <Heading
          above={
            <>
              From <Seller name={sellerName} logoPath={sellerLogoPath} />
            </>
          }
          below={paidLine(delivery, locale)}
        >
          {title}
        </Heading>
        <Files {...delivery} />
        <Receipt {...receipt} />
        <Terms {...terms} />
        {sellerContact && <SellerContact contact={sellerContact} />}
      </div>
    </Frame>
  )
}

function Files({ title, files, allPath }: DeliveryData) {
  const { locale } = useHouse()
  return (
    <Panel label="Files">
      {files.length === 0 && (
        <Notice tone="note" title="No files yet">
          Check back later or contact the seller.
        </Notice>
      )}
      <FileList>
        {allPath !== null && (
          <FileListItem
            name={`${title}.zip`}
            detail={`All files, ${formatBytes(sumOf(files), locale)}`}
            action={<ButtonLink href={allPath}>Download all</ButtonLink>}
          />
        )}
        {files.map(({ key, name, sizeBytes, downloadPath }) => (
          <FileListItem
            key={key}
            name={name}
            detail={formatBytes(sizeBytes, locale)}
            action={
              <ButtonLink
                href={downloadPath}
                variant={allPath === null ? "filled" : "default"}
                aria-label={`Download ${name}`}
              >
                Download
              </ButtonLink>
            }
          />
        ))}
      </FileList>
    </Panel>
  )
}

const sumOf = (files: DeliveryData["files"]) => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)

function paidLine({ isGift, amountCents, currency, boughtAt }: DeliveryData, locale: string): string {
  const day = formatMoment(boughtAt, { locale, isDay: true, timeZone: "UTC" })
  if (isGift) return `Redeemed on ${day}`
  return amountCents === 0 ? `Received on ${day}` : `Bought on ${day} for ${formatAmount(amountCents, currency)}`
}

/** Explains how to find the page again, and mails the receipt again by a plain form. */
function Receipt({ canSend, mail, formAction }: DeliveryData["receipt"]) {
  if (!canSend) {
    return <p className="muted small pretty">Bookmark this page. It’s the only way to your files.</p>
  }
  return (
    <div className="stack gap-4" id="receipt">
      {mail && (
        <div data-asked-mail={`${mail.state} ${mail.reason ?? ""}`}>
          <Asked {...mail} />
        </div>
      )}
      <p className="muted small pretty">Anyone with this link can download your files. Keep it private.</p>
      <form method="post" action={formAction}>
        <Button type="submit" variant="default" size="sm">
          {mail ? "Send again" : "Email me the receipt"}
        </Button>
      </form>
    </div>
  )
}

/** Names no address, since another person than the buyer may have the link. */
function Asked({ state, reason }: NonNullable<DeliveryData["receipt"]["mail"]>) {
  if (state === "sent") return <Notice tone="good" title="Receipt sent" />
  if (state === "sending") return <Notice tone="note" title="Sending the receipt" />
  if (state === "slow") {
    return (
      <Notice tone="note" title="Receipt not delivered yet">
        {reasonSentence(reason)} We keep trying.
      </Notice>
    )
  }
  return (
    <Notice tone="bad" title="Receipt not delivered">
      {reasonSentence(reason)} Bookmark this page, and ask the seller to correct your email.
    </Notice>
  )
}
