import type { ClaimData } from "../../../../server/src/contract/pages/claim.ts"
import { Button } from "../../kit/button.tsx"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Panel } from "../../kit/panel.tsx"

/** Mails the delivery link to the purchase's address. A plain form, which works without scripts. */
export function Page({ formAction, wasSent }: ClaimData) {
  return (
    <Frame width="narrow">
      <Panel label="Get your link again">
        <Heading below="To keep it safe, the link to your files is mailed only to the address that they were bought with.">
          Get your link again
        </Heading>
        {wasSent && (
          <Notice tone="good" title="Look into your mailbox.">
            If there is such a purchase, its link is on the way. It can take a minute; look into the spam folder, too.
          </Notice>
        )}
        <form method="post" action={formAction}>
          <Button type="submit" size="lg" isWide variant={wasSent ? "default" : "filled"}>
            {wasSent ? "Mail it once more" : "Mail me the link"}
          </Button>
        </form>
      </Panel>
    </Frame>
  )
}
