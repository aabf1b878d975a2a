import { Button } from "@mantine/core"
import { type ReactNode, useRef, useState } from "react"
import type { PageData } from "../page-data.ts"
import { Notice } from "./notice.tsx"
import styles from "./passkey-button.module.css"
import { TokenForm } from "./token-form.tsx"

interface Props {
  passkey: PageData["sign-in"]["passkey"]
  /** `get` signs in with a passkey, `create` makes one. */
  what: "get" | "create"
  hidden?: Record<string, string>
  children: ReactNode
}

/** Asks the browser for a passkey and posts what it gives; absent where the browser knows none. */
export function PasskeyButton({ passkey, what, hidden, children }: Props) {
  const response = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<Failure>()
  if (!("PublicKeyCredential" in window)) return null
  async function ask() {
    setFailure(undefined)
    try {
      const credential = await askBrowser(passkey.options, what)
      if (!response.current) return
      response.current.value = JSON.stringify(credential)
      response.current.form?.requestSubmit()
    } catch (error) {
      setFailure(toFailure(error, what))
    }
  }
  return (
    <TokenForm form={passkey.form} {...(hidden && { hidden })}>
      <input ref={response} type="hidden" name="response" />
      <Button
        type="button"
        variant="default"
        size={what === "get" ? "lg" : "md"}
        fullWidth={what === "get"}
        onClick={ask}
      >
        {children}
      </Button>
      {failure && (
        <div className={styles.failure}>
          <Notice tone="bad" title={failure.title}>
            {failure.text}
          </Notice>
        </div>
      )}
    </TokenForm>
  )
}

interface Failure {
  title: string
  text: string
}

/** Browsers do not tell whether there was no passkey or the person pressed Cancel: both are a NotAllowedError. */
function toFailure(error: unknown, what: Props["what"]): Failure {
  const name = error instanceof Error ? error.name : ""
  if (name === "InvalidStateError") {
    return { title: "This device holds a passkey for you already.", text: "It is in the list above." }
  }
  if (what === "create") return { title: "No passkey was added.", text: "Try again when you are ready for it." }
  return { title: "No passkey was used.", text: "Try again, or have a code mailed to you." }
}

async function askBrowser(options: PageData["sign-in"]["form"], what: Props["what"]): Promise<Credential | null> {
  const answer = await fetch(options.action, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ form_token: options.formToken }),
  })
  if (!answer.ok) throw new Error("The service did not offer a passkey.")
  const json = await answer.json()
  return what === "get"
    ? navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) })
    : navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) })
}
