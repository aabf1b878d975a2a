import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react"
import { Button } from "../../kit/button.tsx"
import { TextField } from "../../kit/field.tsx"
import { useHouse } from "../../kit/house.tsx"
import { loadWhenShown } from "../../kit/loading/load-when-shown.tsx"
import { WhileLoading } from "../../kit/loading/ready.tsx"
import { Refusal } from "../../kit/notice.tsx"
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

const DidYouMean = loadWhenShown(async () => (await import("./did-you-mean.tsx")).DidYouMean)

interface AddressProps {
  field: RefObject<HTMLInputElement | null>
  email: string
  fault: string | undefined
  onType: (email: string) => void
}

/** The buyer's email address. It is prefilled for a signed-in person, who can use another one. */
function AddressField({ field, email, fault, onType }: AddressProps) {
  const { visitor } = useHouse()
  useTyped({ field, onType })
  const replace = (replacement: string) => {
    onType(replacement)
    field.current?.focus()
  }
  return (
    <div>
      <TextField
        ref={field}
        type="email"
        name="email"
        label="Email"
        description={
          visitor?.email === email ? (
            <OwnAddress onLeave={() => replace("")} />
          ) : (
            "We’ll send your files and receipt here."
          )
        }
        autoComplete="email"
        maxLength={254}
        // Browsers accept an empty part between dots, and a domain without a dot. The server does not.
        pattern="[^.]+(\.[^.]+)*@[^.]+(\.[^.]+)+"
        required
        value={email}
        error={fault}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {email !== visitor?.email && email.includes("@") && (
        <WhileLoading>
          <DidYouMean email={email} onAccept={replace} />
        </WhileLoading>
      )}
    </div>
  )
}

/** Takes over what the person, or the browser, filled in before the script came. */
function useTyped({ field, onType }: Pick<AddressProps, "field" | "onType">): void {
  useEffect(() => {
    if (field.current) onType(field.current.value)
  }, [field, onType])
}

function OwnAddress({ onLeave }: { onLeave: () => void }) {
  return (
    <>
      You’re signed in with this email.{" "}
      <Button variant="link" onClick={onLeave}>
        Not you?
      </Button>
    </>
  )
}
