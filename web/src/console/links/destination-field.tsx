import { useState } from "react"
import { TextField } from "../../kit/field.tsx"
import { Fold } from "../ui/fold.tsx"
import { TextInput } from "../ui/form.tsx"
import { campaignParts, parameterOf, withParameter } from "./campaign.ts"

/** Where a link leads, and below it the campaign parameters of that address: each shows what the other says. */
export function DestinationField({ first }: { first: string }) {
  // Until something is typed it follows what others save.
  const [typed, change] = useState<string>()
  const destination = typed ?? first
  const hasCampaign = campaignParts.some(({ name }) => parameterOf(first, name) !== "")
  return (
    <>
      <TextInput
        name="destination"
        label="Leads to"
        type="url"
        placeholder="https://"
        value={destination}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        autoFocus
        required
      />
      <Fold label="Campaign (UTM)" isOpen={hasCampaign}>
        <p>Statistics programs at the destination read these from its address.</p>
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
