import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { readOf } from "../ask.ts"
import { SelectInput, TextInput } from "../ui/form.tsx"
import type { Link } from "./link-states.ts"

/** The parts of a new link's short URL. */
export function AddressFields() {
  const domains = useQuery(readOf("list-domains", {})).data?.items ?? []
  const own = domains.filter(({ state }) => state !== "waiting").map(({ hostname }) => hostname)
  return (
    <>
      {own.length > 0 && (
        <SelectInput
          name="domain"
          label="Domain"
          options={[
            { value: "", label: "Default short domain" },
            ...own.map((hostname) => ({ value: hostname, label: hostname })),
          ]}
        />
      )}
      <TextInput name="slug" label="Short name" placeholder="Random" autoCapitalize="none" spellCheck={false} />
    </>
  )
}

const formerOptions = [
  { value: "forever", label: "Keep redirecting" },
  { value: "30_days", label: "Redirect for 30 days" },
  { value: "not_at_all", label: "Stop now" },
]

/** The short name of a link. Once it is changed, a field below it asks about the old short link. */
export function SlugField({ link: { slug } }: { link: Link }) {
  // Until the person types, it follows changes that others save.
  const [typed, change] = useState<string>()
  return (
    <>
      <TextInput
        name="slug"
        label="Short name"
        value={typed ?? slug}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      {typed !== undefined && typed !== slug && (
        <SelectInput name="former_slug" label="Old short link" options={formerOptions} />
      )}
    </>
  )
}
