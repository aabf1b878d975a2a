import { Panel } from "../../kit/panel.tsx"
import styles from "./demo.module.css"

interface Props {
  baseUrl: string
  payUrl: string
  giftCodes: string[]
  mailboxPath: string | null
}

/** Ready-made links and codes of a demo installation. */
export function Demo({ baseUrl, payUrl, giftCodes, mailboxPath }: Props) {
  return (
    <div className={styles.demo}>
      <Panel label="Try it">
        <h2 className={styles.title}>Try it</h2>
        <p className={styles.text}>
          Open the <a href={payUrl}>demo offer</a> and pay with any email and the card <code>4242 4242 4242 4242</code>
          <GiftCodes codes={giftCodes} />.
          {mailboxPath && (
            <>
              {" "}
              Emails go to the{" "}
              <a href={mailboxPath} target="_blank" rel="noreferrer">
                mailbox
              </a>{" "}
              (new tab).
            </>
          )}{" "}
          In a terminal:
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
        <pre className={`sunken smaller ${styles.code}`} tabIndex={0}>
          {`curl '${baseUrl}/api/onboard/check-slug?slug=my-studio'\ncurl ${baseUrl}/api/pay/demo`}
        </pre>
      </Panel>
    </div>
  )
}

function GiftCodes({ codes }: { codes: string[] }) {
  if (codes.length === 0) return null
  return (
    <>
      , or the gift code{codes.length > 1 && "s"}{" "}
      {codes.map((code, at) => (
        <span key={code}>
          {at > 0 && " or "}
          <code>{code}</code>
        </span>
      ))}
    </>
  )
}
