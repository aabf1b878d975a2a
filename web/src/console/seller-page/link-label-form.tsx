import { ActionForm, TextInput } from "../ui/form.tsx"
import { useChange } from "../use-change.ts"
import type { PickedLink } from "./link-choice.tsx"

interface Props {
  link: PickedLink
  submit: string
  toLinks(label: string): readonly { linkId: string; label: string }[]
  onDone(): void
}

/** Writes what visitors read instead of a link's address. */
export function LinkLabelForm({ link: { label, shortUrl }, submit, toLinks, onDone }: Props) {
  const set = useChange("set-page-links", { makesStale: ["get-own-seller-page"], isForm: true, onDone })
  return (
    <ActionForm
      change={set}
      submit={submit}
      toInput={({ label = "" }) => ({ links: toLinks(label).map(({ linkId, label }) => ({ linkId, label })) })}
    >
      <TextInput
        name="label"
        label="Label"
        description={`Visitors read it and open ${shortUrl.replace(/^https?:\/\//, "")}.`}
        defaultValue={label}
        placeholder="My newsletter"
        maxLength={60}
        dir="auto"
        autoFocus
        required
      />
    </ActionForm>
  )
}
