import { useState } from "react"
import { Button } from "../../kit/button.tsx"
import { Section } from "../../kit/section.tsx"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"

interface Props {
  hasModelKey: boolean
  takesKey: boolean
  model: string
}

/** The workspace's own key of the model: it is tried, stored sealed, and never shown again. */
export function ModelKey({ hasModelKey, takesKey, model }: Props) {
  const [stored, count] = useState(0)
  const set = useChange("set-assistant", {
    makesStale: ["get-assistant-settings"],
    isForm: true,
    onDone: (_, { modelKey }) => {
      count(stored + 1)
      toast({ tone: "good", title: modelKey === null ? "The key is removed." : "The key is stored." })
    },
  })
  if (!takesKey && !hasModelKey) {
    return (
      <Section
        title="Key of the model"
        below="No model is connected to this installation, so there is nothing that a key could be for."
      />
    )
  }
  return (
    <Section
      title="Key of the model"
      below={
        hasModelKey
          ? `${model} is asked with this workspace’s own key, and its provider bills that.`
          : `${model} is asked with the installation’s key. With one of your own, its provider bills you. It is tried once, stored sealed, and never shown again.`
      }
    >
      {hasModelKey && (
        <div>
          <Button variant="danger" isBusy={set.isPending} onClick={() => set.mutate({ modelKey: null })}>
            Remove the key
          </Button>
        </div>
      )}
      {/* Once a key is stored, the form is a new one: it must not keep the secret. */}
      {takesKey && (
        <ActionForm
          key={stored}
          change={set}
          submit={hasModelKey ? "Replace the key" : "Store the key"}
          tone={hasModelKey ? "default" : "filled"}
          toInput={({ modelKey = "" }) => ({ modelKey })}
        >
          <TextInput
            name="modelKey"
            label={hasModelKey ? "Another key" : "Key"}
            type="password"
            autoComplete="off"
            required
          />
        </ActionForm>
      )}
    </Section>
  )
}
