import type { UnsubscribeData } from "../../../../server/src/contract/pages/unsubscribe.ts"
import { Button, ButtonLink } from "../../kit/button.tsx"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Panel } from "../../kit/panel.tsx"

/** Stops one kind of mails by one click. A plain form, which works without scripts and without signing in. */
export function Page({ formAction, title, isStopped }: UnsubscribeData) {
  return (
    <Frame width="narrow">
      {isStopped ? (
        <Panel label="These mails are stopped">
          <Heading below={`You are not mailed about “${title}” any more. In the console you still see it.`}>
            These mails are stopped
          </Heading>
          <ButtonLink href="/account/notifications/settings" variant="default" isWide>
            Choose what you hear of
          </ButtonLink>
        </Panel>
      ) : (
        <Panel label="Stop these mails">
          <Heading below={`You are mailed about “${title}”. Other mails still come, receipts among them.`}>
            Stop these mails
          </Heading>
          <form method="post" action={formAction}>
            <Button type="submit" size="lg" isWide>
              Stop mails about “{title}”
            </Button>
          </form>
        </Panel>
      )}
    </Frame>
  )
}
