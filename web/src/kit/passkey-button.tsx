import type { ReactNode } from "react"
import type { PageForm } from "../../../server/src/surfaces/pages/page-form.ts"
import { Button } from "./button.tsx"
import { Notice } from "./notice.tsx"
import styles from "./passkey-button.module.css"
import { HiddenFields } from "./token-form.tsx"

interface Props {
  /** `options` answers what the browser is asked for; `form` takes what it gives, as JSON in `response`. */
  passkey: { options: PageForm; form: PageForm }
  /** `get` signs in with a passkey, `create` makes one. */
  what: "get" | "create"
  hidden?: Record<string, string>
  children: ReactNode
}

/** A form that `enhance/passkey.ts` shows where the browser knows passkeys, and fills with what the browser gives. */
export function PasskeyButton({ passkey: { options, form }, what, hidden = {}, children }: Props) {
  return (
    <form method="post" action={form.action} data-passkey={what} data-options={options.action} hidden>
      <HiddenFields fields={{ ...hidden, response: "", form_token: form.formToken }} />
      <Button variant="default" size={what === "get" ? "lg" : "md"} isWide={what === "get"}>
        {children}
      </Button>
      <div className={styles.failure} hidden>
        <Notice tone="bad" title={what === "get" ? "No passkey was used." : "No passkey was added."}>
          {what === "get" ? "Try again, or have a code mailed to you." : "Try again when you are ready for it."}
        </Notice>
      </div>
      {what === "create" && (
        <div className={styles.failure} hidden data-held>
          <Notice tone="bad" title="This device holds a passkey for you already.">
            It is in the list above.
          </Notice>
        </div>
      )}
    </form>
  )
}
