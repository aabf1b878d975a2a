import type { ReactNode } from "react"
import type { PageForm } from "../../../../server/src/contract/pages/page-form.ts"
import { Button } from "../button.tsx"
import { Notice } from "../notice.tsx"
import styles from "./passkey-button.module.css"
import { HiddenFields } from "./token-form.tsx"

interface Props {
  /** `options` returns the browser's request options; `form` takes its result as JSON in `response`. */
  passkey: { options: PageForm; form: PageForm }
  hidden: Record<string, string>
  children: ReactNode
}

/** Signs in with a passkey. `enhance/passkey.ts` shows it if the browser supports passkeys, and handles the click. */
export function PasskeyButton({ passkey: { options, form }, hidden, children }: Props) {
  return (
    <form method="post" action={form.action} data-passkey={options.action} hidden>
      <HiddenFields fields={{ ...hidden, response: "", form_token: form.formToken }} />
      <Button variant="default" size="lg" isWide>
        {children}
      </Button>
      <div className={styles.failure} hidden>
        <Notice tone="bad" title="Passkey sign-in failed">
          Try again or use an email code.
        </Notice>
      </div>
    </form>
  )
}
