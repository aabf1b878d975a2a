import { useDidUpdate } from "@mantine/hooks"
import { useQuery } from "@tanstack/react-query"
import { useRef } from "react"
import { callApi } from "../../api/call.ts"
import { Page } from "../../kit/frame.tsx"
import { Panel } from "../../kit/panel.tsx"
import type { PageData } from "../../page-data.ts"
import { payPath } from "./handover-api.ts"
import { OfferBody } from "./offer-body.tsx"
import { OfferHead } from "./offer-head.tsx"
import styles from "./page.module.css"
import { PayStep } from "./pay-step.tsx"
import { usePurchase } from "./use-purchase.ts"

/** Where an offer is bought: what it is on one side, what to do next on the other. */
export function PayPage({ offerKey, lookup, processor, returnedSessionId }: PageData["pay"]) {
  const { data } = useQuery({
    queryKey: ["offer", offerKey],
    queryFn: () => callApi<typeof lookup>(payPath(offerKey)),
    initialData: lookup,
    staleTime: 30_000,
  })
  const purchase = usePurchase(offerKey, returnedSessionId)
  const panel = useRef<HTMLDivElement>(null)
  // What had the focus is gone with the last step; the keyboard and screen readers go on with the next one.
  useDidUpdate(() => panel.current?.focus(), [purchase.step.name])
  return (
    <Page width="wide">
      <div className={styles.columns}>
        <OfferHead {...data} />
        <div className={styles.panel} ref={panel} tabIndex={-1}>
          <Panel label="Checkout">
            <PayStep offer={data.offer} purchase={purchase} processor={processor} />
          </Panel>
        </div>
        <OfferBody offer={data.offer} />
      </div>
    </Page>
  )
}
