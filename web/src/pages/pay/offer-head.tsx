import type { PayData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Heading } from "../../kit/frame.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Cover } from "../../kit/people/cover.tsx"
import { Seller } from "../../kit/people/seller.tsx"

type Props = PayData["lookup"] & Pick<PayData, "cover" | "sellerLogoPath">

export function OfferHead({ offer: { title, sellerName }, isOwnWorkspace, cover, sellerLogoPath }: Props) {
  return (
    <div className="stack gap-5">
      <Cover cover={cover} title={title} tiles={6} />
      <Heading above={<Seller name={sellerName} logoPath={sellerLogoPath} />}>{title}</Heading>
      {isOwnWorkspace && (
        <Notice tone="note" title="This is your workspace’s offer">
          Buyers see this page.
        </Notice>
      )}
    </div>
  )
}
