import { type FormEvent, useEffect, useRef, useState } from "react"
import { Button } from "../../kit/button.tsx"
import { Refusal } from "../../kit/refusal.tsx"
import { AddressField } from "./address-field.tsx"
import { GiftCodeField } from "./gift-code/gift-code.tsx"
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
  const { field, fault, hasEmail } = useEmailFault(purchase)
  const dueCents = gift ? gift.remainingCents : offer.priceCents

  function submit(event: FormEvent) {
    event.preventDefault()
    if (hasEmail()) checkout.mutate(email.trim())
  }

  return (
    // Before the script has come this method leads nowhere. Without a method the address would get into the URL.
    <form className="stack gap-4" method="dialog" onSubmit={submit} noValidate>
      <AddressField field={field} email={email} fault={fault} onType={purchase.setEmail} />
      {offer.priceCents > 0 && (
        <GiftCodeField
          gift={gift}
          redeem={faultOfEmail(redeem.error) ? { ...redeem, error: undefined } : redeem}
          onApply={(code) => hasEmail() && redeem.mutate({ code, buyerEmail: email.trim() })}
          onRemove={purchase.removeGift}
        />
      )}
      {checkout.error && !faultOfEmail(checkout.error) && <Refusal error={checkout.error} />}
      <Button type="submit" size="lg" isWide isBusy={checkout.isPending}>
        {dueCents === 0 ? "Get files" : "Continue to payment"}
      </Button>
      {hasTerms && <TermsNote />}
    </form>
  )
}

function useEmailFault({ email, checkout, redeem }: PurchaseFlow) {
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const refused = faultOfEmail(checkout.error) ?? faultOfEmail(redeem.error)
  useEffect(() => {
    if (refused) field.current?.focus()
  }, [refused])

  /** Validates the address: the purchase is mailed there. The service validates addresses with unusual characters. */
  function hasEmail(): boolean {
    const isFine = field.current?.validity.valid === true || !/^[\w.+@-]*$/.test(email)
    setFault(isFine ? undefined : `${wantedEmail} ${reasonAgainst(email)}`)
    if (!isFine) field.current?.focus()
    return isFine
  }
  return { field, fault: fault ?? refused, hasEmail }
}

const wantedEmail = "Enter a valid email, such as ada@example.com."

function reasonAgainst(email: string): string {
  if (!email.includes("@")) return "It has no @."
  if (/@.*@/.test(email)) return "It has more than one @."
  return /@.*\../.test(email) ? "" : "The domain after the @ has no dot."
}

/** The refusal of the email, for its field. The public API names its own field in it. */
function faultOfEmail(error: Error | undefined): string | undefined {
  const [, reason] = /^`buyerEmail` must be a valid email address\.(.*)/.exec(error?.message ?? "") ?? []
  return reason && wantedEmail + reason
}
