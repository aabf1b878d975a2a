import { type FormEvent, useRef, useState } from "react"
import { Button } from "../../kit/button.tsx"
import { Refusal } from "../../kit/refusal.tsx"
import { AddressField } from "./address-field.tsx"
import styles from "./details.module.css"
import { GiftCodeField } from "./gift-code.tsx"
import { TermsNote } from "./terms-note.tsx"
import type { PurchaseFlow } from "./use-purchase.ts"

interface Props {
  purchase: PurchaseFlow
  /** The page has a section `#terms`. */
  hasTerms: boolean
}

/** The first step: the email address and an optional gift code. */
export function Details({ purchase, hasTerms }: Props) {
  const { offer, email, checkout, redeem, gift } = purchase
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const dueCents = gift ? gift.remainingCents : offer.priceCents

  /** Validates the address first: the purchase is mailed there. */
  function hasEmail(): boolean {
    const isFine = field.current?.validity.valid === true
    setFault(isFine ? undefined : "Enter a valid email, such as ada@example.com.")
    if (!isFine) field.current?.focus()
    return isFine
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (hasEmail()) checkout.mutate(email.trim())
  }

  return (
    // Before the script has come this method leads nowhere. Without a method the address would get into the URL.
    <form className={styles.details} method="dialog" onSubmit={submit} noValidate>
      <AddressField field={field} email={email} fault={fault} onType={purchase.setEmail} />
      {offer.priceCents > 0 && (
        <GiftCodeField
          gift={gift}
          redeem={redeem}
          onApply={(code) => hasEmail() && redeem.mutate({ code, buyerEmail: email.trim() })}
          onRemove={purchase.removeGift}
        />
      )}
      {checkout.error && <Refusal error={checkout.error} />}
      <Button type="submit" size="lg" isWide isBusy={checkout.isPending}>
        {dueCents === 0 ? "Get files" : "Continue to payment"}
      </Button>
      {hasTerms && <TermsNote />}
    </form>
  )
}
