import { useEffect, useState } from "react"
import { Button } from "../../kit/button.tsx"
import styles from "./details.module.css"
import { suggestEmail } from "./mistyped-email.ts"

const pauseMs = 500

/** Asks about an address whose domain resembles a common one. The buyer may ignore it. */
export function DidYouMean({ email, onAccept }: { email: string; onAccept: (email: string) => void }) {
  const [suggested, setSuggested] = useState<string>()
  useEffect(() => {
    setSuggested(undefined)
    const timer = setTimeout(() => setSuggested(suggestEmail(email)), pauseMs)
    return () => clearTimeout(timer)
  }, [email])
  return (
    <div className={styles.address} role="status">
      {suggested && (
        <>
          Did you mean{" "}
          <Button variant="link" onClick={() => onAccept(suggested)}>
            {suggested}?
          </Button>
        </>
      )}
    </div>
  )
}
