import type { ReactNode } from "react"
import "@fontsource-variable/inter/wght.css"
import "./tokens.css"
import { Button } from "./button.tsx"
import styles from "./frame.module.css"
import headingStyles from "./heading.module.css"
import { useHouse } from "./house.tsx"
import { Mark } from "./mark.tsx"
import { AccountMenu } from "./people/account-menu.tsx"

interface Props {
  /** `wide` has two columns, `narrow` one; `broad` has three. */
  width: "broad" | "wide" | "narrow"
  /** Shows a sign-in link to visitors. */
  offersSignIn?: boolean
  /** The path of a page with user content; it prefills the report form. */
  reportable?: string
  /** Inside another site's frame: the path of the same page outside it. */
  framedPath?: string
  children: ReactNode
}

/** The frame of every page: the brand above, the page's content, and the footer. */
export function Frame({ width, offersSignIn = false, reportable, framedPath, children }: Props) {
  const { brandName, isSandbox, visitor } = useHouse()
  return (
    <div className={styles.page} data-width={width} data-framed={framedPath !== undefined || undefined}>
      {isSandbox && (
        <aside className={styles.sandbox} aria-label="Sandbox">
          <strong>Sandbox:</strong> no money moves.
        </aside>
      )}
      <header className={`flex middle between gap-4 ${styles.header}`}>
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
        {framedPath !== undefined && (
          <Button variant="subtle" size="sm" data-closes>
            Close
          </Button>
        )}
      </header>
      <main className={styles.main} tabIndex={framedPath === undefined ? undefined : -1}>
        {children}
      </main>
      <Footer brandName={brandName} reportable={reportable} framedPath={framedPath} />
    </div>
  )
}

interface FooterProps {
  brandName: string
  reportable: string | undefined
  framedPath: string | undefined
}

function Footer({ brandName, reportable, framedPath }: FooterProps) {
  return (
    <footer className={`wrap between muted smaller ${styles.footer}`}>
      <span>Made with {brandName}</span>
      <nav className={`wrap ${styles.foot}`} aria-label="Footer">
        <a href={reportable === undefined ? "/report" : `/report?${new URLSearchParams({ about: reportable })}`}>
          Report
        </a>
        {framedPath === undefined ? (
          <a href="/developers">Developers</a>
        ) : (
          <a href={framedPath} target="_top">
            Full page
          </a>
        )}
        <a href="/terms">Terms</a>
        <a href="/privacy">Privacy</a>
      </nav>
    </footer>
  )
}

interface HeadingProps {
  /** A few words above the title, such as the sender. */
  above?: ReactNode
  children: string
  /** A sentence below the title. */
  below?: ReactNode
}

/** Titles longer than this are set in a smaller size. */
const longTitle = 48

/** The page's only `h1`. */
export function Heading({ above, children, below }: HeadingProps) {
  return (
    <div className="stack gap-3">
      {above && (
        <p className={headingStyles.above} dir="auto">
          {above}
        </p>
      )}
      <h1 className={headingStyles.title} dir="auto" data-long={children.length > longTitle || undefined}>
        {children}
      </h1>
      {below && <p className={`muted pretty ${headingStyles.below}`}>{below}</p>}
    </div>
  )
}
