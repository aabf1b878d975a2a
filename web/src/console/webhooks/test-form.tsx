import { stale, useChange } from "../ask.ts"
import { toast } from "../toast.ts"
import { ActionForm, SelectInput } from "../ui/form.tsx"
import type { ListedEndpoint } from "./listed-endpoint.ts"
import type { EventTypes } from "./types-fields.tsx"

interface Props {
  endpoint: ListedEndpoint
  types: EventTypes
  onDone(): void
}

const plainTest = "webhook.test"

/** Sends an event with example data to this endpoint alone. */
export function TestForm({ endpoint: { id, confirmedAt }, types, onDone }: Props) {
  const options = confirmedAt === null ? [plainTest] : [plainTest, ...types.map(({ type }) => type)]
  return (
    <ActionForm change={useTest(onDone, true)} submit="Send test" toInput={({ type }) => ({ id, type })}>
      <SelectInput
        name="type"
        label="Event"
        description={
          confirmedAt === null
            ? "The others can be tested once this one has arrived."
            : "With example data. The IDs in it begin with example_."
        }
        options={options}
      />
    </ActionForm>
  )
}

export function useTest(onDone: () => void, isForm = false) {
  return useChange("test-endpoint", {
    makesStale: [...stale.endpoints, ...stale.deliveries],
    isForm,
    onDone: ({ type }) => {
      toast({ title: `Sending ${type}`, text: "Its outcome appears in the deliveries." })
      onDone()
    },
  })
}
