import { formatAmount } from "../../../../server/src/contract/currencies.ts"
import type { DeliveryData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { ButtonLink } from "../../kit/button.tsx"
import { FileList, FileListItem } from "../../kit/file-row.tsx"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { useHouse } from "../../kit/house.tsx"
import { formatMoment } from "../../kit/moment.ts"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"
import { SellerContact } from "../../kit/people/contact.tsx"
import { Cover } from "../../kit/people/cover.tsx"
import { Seller } from "../../kit/people/seller.tsx"
import { formatBytes } from "../../kit/size.ts"
import { Terms } from "../pay/terms.tsx"
import { Receipt } from "./receipt.tsx"

/** The delivery page: the bought files and the receipt. */
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
