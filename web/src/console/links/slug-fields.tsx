import { useState } from "react"
import { toLinkName } from "../../../../server/src/contract/link-name.ts"
import { useRead } from "../ask.ts"
import { SelectInput, TextInput } from "../ui/form.tsx"
import type { Link } from "./link-states.ts"

export function useDomainOptions() {
  const domains = useRead("list-domains", {}).data?.items ?? []
  return [
    { value: "", label: "Default short domain" },
    ...domains.map(({ hostname, state }) => ({
      value: hostname,
      label: state === "waiting" ? `${hostname} (not active yet)` : hostname,
    })),
  ]
}

/** The parts of a new link's short URL. */
export function AddressFields() {
  const options = useDomainOptions()
  const [typed, change] = useState("")
  const [domain, choose] = useState("")
  return (
    <>
      {options.length > 1 && (
        <SelectInput
          name="domain"
          label="Domain"
          value={domain}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          options={options}
        />
      )}
      <NameInput typed={typed} isShared={domain === ""} onChange={change} placeholder="Random" />
    </>
  )
}

interface NameProps {
  typed: string
  isShared: boolean
  onChange(typed: string): void
}

/** The field of a short name. It shows the name that is saved, if it is not the typed one. */
function NameInput({ typed, isShared, onChange, ...rest }: NameProps & { placeholder?: string; required?: boolean }) {
  const name = toLinkName(typed, { isShared })
  return (
    <TextInput
      {...rest}
      name="slug"
      label="Short name"
      description={
        name !== "" && name !== typed ? (
          <>
            Will be: <bdi>{name}</bdi>
          </>
        ) : undefined
      }
      value={typed}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

const formerOptions = [
  { value: "forever", label: "Keep redirecting" },
  { value: "30_days", label: "Redirect for 30 days" },
  { value: "not_at_all", label: "Stop now" },
]

/** The short name of a link. Once it is changed, a field below it asks about the old short link. */
export function SlugField({ link: { slug, domain } }: { link: Link }) {
  // Until the person types, it follows changes that others save.
  const [typed, change] = useState<string>()
  return (
    <>
      <NameInput typed={typed ?? slug} isShared={domain === null} onChange={change} required />
      {typed !== undefined && typed !== slug && (
        <SelectInput name="formerSlug" label="Old short link" options={formerOptions} />
      )}
    </>
  )
}
