import { ParagraphsInput, SelectInput, TextInput } from "../ui/form.tsx"
import { currencyOptions, toMinorUnits, toTypedAmount } from "../ui/money.ts"
import type { Offer } from "./offer-state.ts"

export function OfferFields({ offer }: { offer?: Offer }) {
  return (
    <>
      <TextInput name="title" label="Title" dir="auto" defaultValue={offer?.title ?? ""} autoFocus={!offer} required />
      <ParagraphsInput
        name="description"
        label="Description"
        dir="auto"
        rows={5}
        defaultValue={offer?.description ?? ""}
      />
      <TextInput
        name="priceCents"
        label="Price"
        description="Enter 0 for free."
        inputMode="decimal"
        autoComplete="off"
        placeholder="19.00"
        defaultValue={offer ? toTypedAmount(offer.priceCents, offer.currency) : ""}
        required
      />
      <SelectInput name="currency" label="Currency" options={currencyOptions} defaultValue={offer?.currency ?? "usd"} />
      <TextInput
        name="stockLimit"
        label="Quantity available"
        placeholder="Unlimited"
        type="number"
        min={0}
        defaultValue={offer?.stockLimit ?? ""}
      />
    </>
  )
}

/** Converts the form's texts to the action's input. An unreadable price becomes null, which the service refuses. */
export function readOffer({ title = "", description, priceCents = "", currency = "usd", stockLimit }: Typed) {
  return {
    title,
    description: description || null,
    priceCents: toMinorUnits(priceCents, currency) ?? null,
    currency,
    stockLimit: stockLimit ? Number(stockLimit) : null,
  }
}

type Typed = Record<string, string>
