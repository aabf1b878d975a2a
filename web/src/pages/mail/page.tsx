import type { MailData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Column } from "../../kit/column.tsx"
import { Frame, Heading } from "../../kit/frame.tsx"
import { Panel } from "../../kit/panel.tsx"
import { When } from "../../kit/when.tsx"
import styles from "./page.module.css"

export function Page({ to, subject, sentAt, text, htmlPath, mailboxPath }: MailData) {
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
        <Panel label="Message">{htmlPath === null ? <Text text={text} /> : <Html path={htmlPath} text={text} />}</Panel>
      </Column>
    </Frame>
  )
}

/** The mail as a mail program shows it, and its text folded. */
function Html({ path, text }: { path: string; text: string }) {
  return (
    <>
      <iframe
        className={styles.html}
        src={path}
        title="Message"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
      />
      <details>
        <summary>Plain text</summary>
        <Text text={text} />
      </details>
    </>
  )
}

function Text({ text }: { text: string }) {
  return (
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
  )
}

interface Piece {
  /** The offset in the text. */
  at: number
  words: string
  isAddress: boolean
}

/** A URL without trailing punctuation. */
const address = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g

/** Splits a text into URLs and the text between them. */
function pieces(text: string): Piece[] {
  const found: Piece[] = []
  let at = 0
  for (const { 0: words, index } of text.matchAll(address)) {
    if (index > at) found.push({ at, words: text.slice(at, index), isAddress: false })
    found.push({ at: index, words, isAddress: true })
    at = index + words.length
  }
  return at < text.length ? [...found, { at, words: text.slice(at), isAddress: false }] : found
}
