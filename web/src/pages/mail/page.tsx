import type { MailData } from "../../../../server/src/contract/pages/mailbox.ts"
import { Column } from "../../kit/column.tsx"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Panel } from "../../kit/panel.tsx"
import { When } from "../../kit/when.tsx"
import styles from "./page.module.css"
import { pieces } from "./pieces.ts"

/** A mail in a demo installation's mailbox. URLs in its text are links. */
export function Page({ to, subject, sentAt, text, mailboxPath }: MailData) {
  return (
    <Frame width="narrow">
      <Column>
        <Heading
          above={<a href={mailboxPath}>Mailbox</a>}
          below={
            <>
              To <bdi>{to}</bdi>, <When at={sentAt} />
            </>
          }
        >
          {subject}
        </Heading>
        <Panel label="Message">
          <div className={styles.text} dir="auto">
            {pieces(text.trim()).map(({ at, words, isAddress }) =>
              isAddress ? (
                <a key={at} href={words}>
                  {words}
                </a>
              ) : (
                words
              ),
            )}
          </div>
        </Panel>
      </Column>
    </Frame>
  )
}
