import { useEffect, useRef } from "react"
import type { Visitor } from "../page-data.ts"
import styles from "./account-menu.module.css"
import { TokenForm } from "./token-form.tsx"

/** Who is signed in, and the ways to what is theirs: on every page, in its top corner. */
export function AccountMenu({ name, email, signOut }: Visitor) {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => closeFromOutside(menu), [])
  return (
    <details className={styles.menu} ref={menu}>
      <summary>
        <span className={styles.initial} aria-hidden="true">
          {initialOf(name || email)}
        </span>
        <bdi className={styles.name}>{name || email}</bdi>
      </summary>
      <div className={styles.sheet}>
        <p>
          Signed in as <bdi>{email}</bdi>
        </p>
        <a href="/account">Your account</a>
        <a href="/account/connections">Connected apps</a>
        <TokenForm form={signOut}>
          <button type="submit">Sign out</button>
        </TokenForm>
      </div>
    </details>
  )
}

/** Closes the menu by Escape, by a click beside it, and when the focus leaves it. */
function closeFromOutside(menu: { current: HTMLDetailsElement | null }): () => void {
  const close = (event: Event) => {
    if (menu.current?.open && !menu.current.contains(event.target as Node)) menu.current.open = false
  }
  const leave = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !menu.current?.open) return
    menu.current.open = false
    menu.current.querySelector("summary")?.focus()
  }
  document.addEventListener("pointerdown", close)
  document.addEventListener("focusin", close)
  document.addEventListener("keydown", leave)
  return () => {
    document.removeEventListener("pointerdown", close)
    document.removeEventListener("focusin", close)
    document.removeEventListener("keydown", leave)
  }
}

/** The first letter as people see it: an emoji of several code points is one. */
function initialOf(text: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)
  return first?.segment.toUpperCase() ?? ""
}
