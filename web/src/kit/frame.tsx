import type { ReactNode } from "react"
import "@fontsource-variable/inter/wght.css"
import "./tokens.css"
import { AccountMenu } from "./account-menu.tsx"
import styles from "./frame.module.css"
import { useHouse } from "./house.tsx"
import { Mark } from "./mark.tsx"

interface Props {
  /** `wide` has two columns, `narrow` one. */
  width: "wide" | "narrow"
  /** Shows a sign-in link to visitors. */
  offersSignIn?: boolean
  /** The path of a page with user content; it prefills the report form. */
  reportable?: string
  children: ReactNode
}

/** The frame of every page: the brand above, the page's content, and the footer. */
export function Frame({ width, offersSignIn = false, reportable, children }: Props) {
  const { brandName, isSandbox, visitor } = useHouse()
  return (
    <div className={styles.page} data-width={width}>
      {isSandbox && (
        <aside className={styles.sandbox} aria-label="Sandbox">
          <strong>Sandbox:</strong> no money moves.
        </aside>
      )}
      <header className={styles.header}>
        <a className={styles.brand} href="/">
          <Mark />
          {brandName}
        </a>
        {visitor && <AccountMenu {...visitor} />}
        {!visitor && offersSignIn && (
          <a className={styles.signIn} href="/sign-in">
            Sign in
          </a>
        )}
      </header>
      <main className={styles.main}>{children}</main>
      <footer className={styles.footer}>
        <span>Made with {brandName}</span>
        <nav className={styles.foot} aria-label="Footer">
          <a href={reportable === undefined ? "/report" : `/report?${new URLSearchParams({ about: reportable })}`}>
            Report
          </a>
          <a href="/developers">Developers</a>
          <a href="/terms">Terms</a>
          <a href="/privacy">Privacy</a>
        </nav>
      </footer>
    </div>
  )
}
