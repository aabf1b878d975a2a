import type { ReactNode } from "react"
import "@fontsource-variable/inter/wght.css"
import "./tokens.css"
import { AccountMenu } from "./account-menu.tsx"
import styles from "./frame.module.css"
import { useHouse } from "./house.tsx"
import { Mark } from "./mark.tsx"

interface Props {
  /** `wide` holds two columns, `narrow` one thing to read or do. */
  width: "wide" | "narrow"
  /** Has a way to sign in for those who are not. */
  offersSignIn?: boolean
  children: ReactNode
}

/** The frame of every page: the brand on top, the page's own part, and who made it below. */
export function Frame({ width, offersSignIn = false, children }: Props) {
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
        <a href="/openapi.json">API</a>
      </footer>
    </div>
  )
}
