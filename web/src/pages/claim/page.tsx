import type { ClaimData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Button } from "../../kit/button.tsx"
import { Frame, Heading } from "../../kit/frame.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"

/** Mails the delivery link to the purchase's address. A plain form, which works without scripts. */
export function Page({ formAction, wasSent }: ClaimData) {
  return (
    <Frame width="narrow">
      <Panel label="Get your download link">
        <Heading below="We only send it to the email used for the purchase.">Get your download link</Heading>
        {wasSent && (
          <Notice tone="good" title="Check your email">
            If we find the purchase, the link arrives within a minute. Check spam too. If nothing arrives, the email may
            be mistyped: ask the seller for the link.
          </Notice>
        )}
        <form method="post" action={formAction}>
          <Button type="submit" size="lg" isWide variant={wasSent ? "default" : "filled"}>
            {wasSent ? "Send again" : "Email me the link"}
          </Button>
        </form>
      </Panel>
    </Frame>
  )
}
