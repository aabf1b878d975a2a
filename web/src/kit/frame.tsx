import type { ReactNode } from "react"
import { readHouse } from "../page-data.ts"
import { AccountMenu } from "./account-menu.tsx"
import styles from "./frame.module.css"
import mark from "./mark.svg"

interface Props {
  /** `wide` holds two columns, `narrow` one thing to read or do. */
  width: "wide" | "narrow"
  /** Has a way to sign in for those who are not. */
  offersSignIn?: boolean
  children: ReactNode
}

/** The frame of every page: the brand on top, the page's own part, and who made it below. */
export function Page({ width, offersSignIn = false, children }: Props) {
  const { brandName, isSandbox, visitor } = readHouse()
  return (
    <div className={styles.page} data-width={width}>
      {isSandbox && (
        <p className={styles.sandbox}>
          <strong>Sandbox:</strong> no money moves.
        </p>
      )}
      <header className={styles.header}>
        <a className={styles.brand} href="/">
          <img src={mark} alt="" width={26} height={26} />
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
