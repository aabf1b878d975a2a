import { TextInput } from "../ui/form.tsx"

/** A token that somebody made at a server. */
export function BearerInput() {
  return (
    <TextInput
      name="bearer"
      label="Token"
      type="password"
      autoComplete="off"
      description="Kept sealed, and never shown again."
      required
    />
  )
}
