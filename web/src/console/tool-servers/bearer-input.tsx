import { TextInput } from "../ui/form.tsx"

/** A token that a person created at the server. */
export function BearerInput() {
  return (
    <TextInput
      name="bearer"
      label="Token"
      type="password"
      autoComplete="off"
      description="Encrypted and never shown again."
      required
    />
  )
}
