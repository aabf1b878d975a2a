import { Button } from "@mantine/core"
import { formatAmount } from "../../../../server/src/domains/handover/currencies.ts"
import { FileList, FileRow } from "../../kit/file-row.tsx"
import { Page } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"
import { Pattern } from "../../kit/pattern.tsx"
import { formatBytes } from "../../kit/size.ts"
import type { PageData } from "../../page-data.ts"
import styles from "./page.module.css"
import { Receipt } from "./receipt.tsx"

/** What was bought: each file with its download, and the receipt. */
export function DeliveryPage(delivery: PageData["delivery"]) {
  const { title, sellerName, files, receipt } = delivery
  return (
    <Page width="narrow">
      <div className={styles.delivery}>
        <Pattern text={title} tiles={8} />
        <Heading above={`From ${sellerName}`} below={paidLine(delivery)}>
          {title}
        </Heading>
        <Panel label="Files">
          {files.length === 0 && (
            <Notice tone="note" title="There are no files in this delivery yet.">
              Come back to this page later, or ask the seller.
            </Notice>
          )}
          <FileList>
            {files.map(({ key, name, sizeBytes, downloadPath }) => (
              <FileRow
                key={key}
                name={name}
                detail={formatBytes(sizeBytes)}
                action={
                  <Button component="a" href={downloadPath} aria-label={`Download ${name}`}>
                    Download
                  </Button>
                }
              />
            ))}
          </FileList>
        </Panel>
        <Receipt {...receipt} />
      </div>
    </Page>
  )
}

function paidLine({ isGift, amountCents, currency, boughtAt }: PageData["delivery"]): string {
  const day = new Date(boughtAt).toLocaleDateString(undefined, { dateStyle: "long" })
  if (isGift) return `A gift, redeemed on ${day}.`
  return amountCents === 0 ? `Yours since ${day}.` : `Bought on ${day} for ${formatAmount(amountCents, currency)}.`
}
