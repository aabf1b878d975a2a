import type { VisitorData } from "../../../../server/src/contract/pages/house.ts"
import { areaWords } from "../../../../server/src/contract/words.ts"
import { TokenForm } from "../forms/token-form.tsx"
import { useHouse } from "../house.tsx"
import styles from "./account-menu.module.css"
import { Avatar } from "./avatar.tsx"

/** The signed-in person and their links, in the top corner of every page. `enhance/menu.ts` closes it. */
export function AccountMenu({ accountId, name, email, isOperator, signOut }: VisitorData) {
  return (
    <details className={styles.menu} data-menu>
      <summary className="framed flex middle gap-2 small">
        <Avatar accountId={accountId} name={name || email} size={32} />
        <bdi className={`cut ${styles.name}`}>{name || email}</bdi>
      </summary>
      <div className={`sheet raised ${styles.sheet}`}>
        <p className="muted smaller breaks">
          Signed in as <bdi>{email}</bdi>
        </p>
        <a href="/account">Account</a>
        <a href="/account/notifications">Notifications</a>
        <a href="/account/connections">{areaWords.connectedApps}</a>
        <a href="/account/purchases">Purchases</a>
        {isOperator && <a href="/operator">Operators</a>}
        <Theme />
        <TokenForm form={signOut}>
          <button type="submit">Sign out</button>
        </TokenForm>
      </div>
    </details>
  )
}

const themes = { light: "Light", dark: "Dark", system: "System" } as const

/** The choice of the colour scheme. `enhance/theme.ts` makes it work. */
function Theme() {
  const { theme } = useHouse()
  return (
    <fieldset className={`flex gap-1 ${styles.themes}`} aria-label="Theme">
      {Object.entries(themes).map(([name, words]) => (
        <button key={name} type="button" data-set-theme={name} aria-pressed={name === theme}>
          {words}
        </button>
      ))}
    </fieldset>
  )
}
