import { TextInput } from "../ui/form.tsx"

export function KeyFields() {
  return (
    <>
      <TextInput
        name="publishableKey"
        label="Publishable key"
        placeholder="pk_live_…"
        autoComplete="off"
        spellCheck={false}
        required
      />
      <TextInput
        name="secretKey"
        label="Secret or restricted key"
        type="password"
        placeholder="sk_live_…"
        autoComplete="off"
        required
      />
    </>
  )
}
