import { Fold } from "../ui/fold.tsx"
import { ParagraphsInput, TextInput } from "../ui/form.tsx"
import type { Offer } from "./offer-state.ts"

/** The terms of sale: licence, refunds and tax. */
export function OfferTermsFields({ offer: { licence, refundTerms, taxLine } }: { offer: Offer }) {
  return (
    <Fold label="Licence, refunds and tax" isOpen={Boolean(licence || refundTerms || taxLine)}>
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

/** Converts the form's texts to the action's input. */
export function toTermsInput({ licence, refundTerms, taxLine }: Record<string, string>) {
  return { licence: licence || null, refundTerms: refundTerms || null, taxLine: taxLine || null }
}
