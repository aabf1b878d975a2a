import { areaWords } from "../../../../server/src/contract/words.ts"
import type { UnsubscribeData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Button, ButtonLink } from "../../kit/button.tsx"
import { Frame, Heading } from "../../kit/frame.tsx"
import { Panel } from "../../kit/panel.tsx"

/** Stops one kind of mails by one click. A plain form, which works without scripts and without signing in. */
export function Page({ formAction, title, isStopped }: UnsubscribeData) {
  return (
    <Frame width="narrow">
      {isStopped ? (
        <Panel label="Unsubscribed">
          <Heading below={`You won’t get emails about “${title}”.`}>Unsubscribed</Heading>
          <ButtonLink href="/account/notifications/settings" variant="default" isWide>
            {areaWords.notificationSettings}
          </ButtonLink>
        </Panel>
      ) : (
        <Panel label="Unsubscribe">
          <Heading below={`No more emails about “${title}”. Receipts still arrive.`}>Unsubscribe</Heading>
          <form method="post" action={formAction}>
            <Button type="submit" size="lg" isWide>
              Unsubscribe
            </Button>
          </form>
        </Panel>
      )}
    </Frame>
  )
}
