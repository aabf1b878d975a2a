import { useState } from "react"
import { TextField } from "../../kit/field.tsx"
import { Fold } from "../ui/fold.tsx"
import { TextInput } from "../ui/form.tsx"

/** The destination, and below it fields for its campaign parameters; both are views of one URL. */
export function DestinationField({ first }: { first: string }) {
  // Until the person types, it follows changes that others save.
  const [typed, change] = useState<string>()
  const destination = typed ?? first
  const hasCampaign = campaignParts.some(({ name }) => parameterOf(first, name) !== "")
  return (
    <>
      <TextInput
        name="destination"
        label="Destination"
        type="url"
        placeholder="example.com/page"
        value={destination}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        autoFocus
        required
      />
      <Fold label="Campaign (UTM)" isOpen={hasCampaign}>
        {campaignParts.map(({ name, label, placeholder }) => (
          <TextField
            key={name}
            label={label}
            placeholder={placeholder}
            value={parameterOf(destination, name)}
            onChange={({ currentTarget }) => change(withParameter(destination, name, currentTarget.value))}
            disabled={destination.trim() === ""}
            autoCapitalize="none"
            spellCheck={false}
          />
        ))}
      </Fold>
    </>
  )
}

/** The UTM parameters, in the order of Google's campaign URL builder. */
const campaignParts = [
  { name: "utm_source", label: "Source", placeholder: "newsletter" },
  { name: "utm_medium", label: "Medium", placeholder: "email" },
  { name: "utm_campaign", label: "Campaign", placeholder: "spring-sale" },
  { name: "utm_term", label: "Term", placeholder: "handmade prints" },
  { name: "utm_content", label: "Content", placeholder: "second-button" },
] as const

/** Empty if the URL has no such parameter. */
function parameterOf(address: string, name: string): string {
  return new URLSearchParams(split(address).query).get(name) ?? ""
}

/** Sets a parameter, or removes it if `value` is empty. The rest of the URL stays unchanged, byte for byte. */
function withParameter(address: string, name: string, value: string): string {
  const { before, query, hash } = split(address)
  const written = `${name}=${encodeURIComponent(value)}`
  const parts = query === "" ? [] : query.split("&")
  const at = parts.findIndex((part) => isOf(part, name))
  const others = parts.filter((part) => !isOf(part, name))
  if (value !== "") others.splice(at === -1 ? others.length : at, 0, written)
  return `${before}${others.length > 0 ? "?" : ""}${others.join("&")}${hash}`
}

const isOf = (part: string, name: string) => part === name || part.startsWith(`${name}=`)

function split(address: string): { before: string; query: string; hash: string } {
  const [, before = "", query = "", hash = ""] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(address) ?? []
  return { before, query, hash }
}
