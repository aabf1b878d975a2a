import type { ComponentProps } from "react"
import { Fold } from "../ui/fold.tsx"
import { ActionForm, fieldsOf, ParagraphsInput, SelectInput, TextInput } from "../ui/form.tsx"
import { currencyOptions, toMinorUnits, toTypedAmount } from "../ui/values/money.ts"
import styles from "./offer-fields.module.css"
import type { Offer } from "./offer-state.ts"

interface FormProps extends ComponentProps<typeof ActionForm> {
  priceCents?: number
  onType(typed: ReturnType<typeof toShown>): void
}

/** A form around the fields. `onType` gets what a preview shows of them; `priceCents` replaces an unreadable price. */
export function OfferForm({ priceCents = 0, onType, ...props }: FormProps) {
  return (
    <div
      onInput={({ target }) => {
        const { form } = target as HTMLInputElement
        if (form) onType(toShown(fieldsOf(form), priceCents))
      }}
    >
      <ActionForm {...props} />
    </div>
  )
}

export function OfferFields({ offer }: { offer?: Offer }) {
  return (
    <>
      <TextInput name="title" label="Title" dir="auto" defaultValue={offer?.title ?? ""} autoFocus={!offer} required />
      <div className={`stack gap-4 ${styles.price}`}>
        <TextInput
          name="priceCents"
          label="Price"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0 for free"
          defaultValue={offer ? toTypedAmount(offer.priceCents, offer.currency) : ""}
          required
        />
        <SelectInput
          name="currency"
          label="Currency"
          options={currencyOptions}
          defaultValue={offer?.currency ?? "usd"}
        />
      </div>
      <ParagraphsInput
        name="description"
        label="Description"
        dir="auto"
        rows={3}
        defaultValue={offer?.description ?? ""}
      />
      <MoreFields offer={offer} />
    </>
  )
}

function MoreFields({ offer }: { offer: Offer | undefined }) {
  const { stockLimit = null, taxLine = null, licence = null, refundTerms = null } = offer ?? {}
  const isUsed = stockLimit !== null || Boolean(taxLine || licence || refundTerms)
  return (
    <Fold label="More options" isOpen={isUsed}>
      <TextInput
        name="stockLimit"
        label="Quantity available"
        placeholder="Unlimited"
        type="number"
        min={0}
        defaultValue={stockLimit ?? ""}
      />
      <TextInput
        name="taxLine"
        label="Tax line"
        description="Shown below the price and on receipts."
        placeholder="Incl. 19% VAT"
        dir="auto"
        defaultValue={taxLine ?? ""}
      />
      <ParagraphsInput
        name="licence"
        label="Licence"
        description="What buyers may do with the files."
        dir="auto"
        rows={5}
        defaultValue={licence ?? ""}
      />
      <ParagraphsInput name="refundTerms" label="Refunds" dir="auto" rows={3} defaultValue={refundTerms ?? ""} />
    </Fold>
  )
}

/** Converts the form's texts to the action's input. An unreadable price becomes null, which the service refuses. */
export function readOffer({ title = "", priceCents = "", currency = "usd", stockLimit, ...texts }: Typed) {
  return {
    title,
    description: texts.description || null,
    priceCents: toMinorUnits(priceCents, currency) ?? null,
    currency,
    stockLimit: stockLimit ? Number(stockLimit) : null,
    licence: texts.licence || null,
    refundTerms: texts.refundTerms || null,
    taxLine: texts.taxLine || null,
  }
}

type Typed = Record<string, string>

export function toShown(fields: Typed, priceCents: number) {
  const typed = readOffer(fields)
  return { ...typed, priceCents: typed.priceCents ?? priceCents }
}
