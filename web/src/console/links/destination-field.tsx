import { useState } from "react"
import { TextField } from "../../kit/field.tsx"
import { Fold } from "../ui/fold.tsx"
import { TextInput } from "../ui/form.tsx"
import { campaignParts, parameterOf, withParameter } from "./campaign.ts"

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
