import type { MailboxData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Column } from "../../kit/column.tsx"
import { Frame, Heading } from "../../kit/frame.tsx"
import { Panel } from "../../kit/panel.tsx"
import { Row, Rows } from "../../kit/section.tsx"
import { When } from "../../kit/when.tsx"

/** All mails of a demo installation. */
export function Page({ mails }: MailboxData) {
  return (
    <Frame width="narrow">
      <Column>
        <Heading below="All emails from this server. Reload for new ones.">Mailbox</Heading>
        <Panel label="Emails">
          {mails.length === 0 && <p className="apart">No emails yet. Sign in or buy the demo offer.</p>}
          <Rows>
            {mails.map(({ path, to, subject, sentAt }) => (
              <Row
                key={path}
                title={<a href={path}>{subject}</a>}
                detail={
                  <>
                    To <bdi>{to}</bdi>, <When at={sentAt} />
                  </>
                }
              />
            ))}
          </Rows>
        </Panel>
      </Column>
    </Frame>
  )
}
