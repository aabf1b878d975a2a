import { useState } from "react"
import { useChange, useRead } from "../ask.ts"
import { toast } from "../toast.ts"
import { ActionForm, SelectInput, TextInput } from "../ui/form.tsx"
import { downloadCsv } from "../ui/lists/csv-button.tsx"
import { currencyOptions, toMinorUnits } from "../ui/values/money.ts"

interface Props {
  /** Creates many codes instead of one. */
  isBatch: boolean
  onDone(): void
}

const options = { makesStale: ["list-gift-codes"], isForm: true } as const

/** Creates one gift code, or many, which are saved as a CSV file. */
export function GiftCodeForm({ isBatch, onDone }: Props) {
  const one = useChange("create-gift-code", {
    ...options,
    onDone: ({ code }) => {
      const action = { label: "Copy", run: () => navigator.clipboard.writeText(code) }
      toast({ title: "Gift code created", action })
      onDone()
    },
  })
  const many = useChange("create-gift-codes", {
    ...options,
    onDone: ({ items }) => {
      downloadCsv("gift-codes.csv", [["code"], ...items.map(({ code }) => [code])])
      toast({ title: `${items.length} gift codes created and downloaded` })
      onDone()
    },
  })
  return (
    <ActionForm
      change={isBatch ? many : one}
      submit={isBatch ? "Create codes" : "Create code"}
      toInput={({ code, count, ...typed }) => ({
        ...readGift(typed),
        ...(isBatch ? { count: Number(count) } : code && { code }),
      })}
    >
      {isBatch ? (
        <TextInput name="count" label="Number of codes" type="number" min={1} max={200} defaultValue={20} />
      ) : (
        <CodeField />
      )}
      <WorthFields />
      <LimitFields />
    </ActionForm>
  )
}

function CodeField() {
  return (
    <TextInput
      name="code"
      label="Code"
      placeholder="Random"
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
    />
  )
}

function WorthFields() {
  const [kind, setKind] = useState("amount")
  return (
    <>
      <SelectInput
        name="kind"
        label="Value"
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value)}
        options={[
          { value: "amount", label: "Fixed amount" },
          { value: "full", label: "Full price" },
        ]}
      />
      {kind === "amount" && (
        <>
          <TextInput
            name="balanceCents"
            label="Amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder="10.00"
            required
          />
          <SelectInput name="currency" label="Currency" options={currencyOptions} defaultValue="usd" />
        </>
      )}
    </>
  )
}

function LimitFields() {
  const offers = useRead("list-offers", { limit: 100 }).data?.items ?? []
  return (
    <>
      <SelectInput
        name="offerId"
        label="Applies to"
        options={[{ value: "", label: "All offers" }, ...offers.map(({ id, title }) => ({ value: id, label: title }))]}
      />
      <TextInput name="maxUses" label="Usage limit" placeholder="Unlimited" type="number" min={1} />
      <TextInput name="startsAt" label="Starts" type="datetime-local" />
      <TextInput name="expiresAt" label="Expires" type="datetime-local" />
    </>
  )
}

/** Converts the form's texts to the action's input. An unreadable amount becomes null, which the service refuses. */
function readGift({ kind, balanceCents = "", currency = "usd", offerId, maxUses, startsAt, expiresAt }: Typed) {
  return {
    kind,
    ...(kind === "amount" && { currency, balanceCents: toMinorUnits(balanceCents, currency) ?? null }),
    ...(offerId && { offerId }),
    ...(maxUses && { maxUses: Number(maxUses) }),
    ...(startsAt && { startsAt: Date.parse(startsAt) }),
    ...(expiresAt && { expiresAt: Date.parse(expiresAt) }),
  }
}

type Typed = Record<string, string>
