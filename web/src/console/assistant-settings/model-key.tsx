import { useState } from "react"
import { Button } from "../../kit/button.tsx"
import { Section } from "../../kit/section.tsx"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import type { AssistantSettingsAnswer } from "./words.ts"

interface Props {
  hasModelKey: boolean
  takesKey: boolean
  model: AssistantSettingsAnswer["model"]
}

const untried = {
  tone: "bad",
  title: "The key is stored, but was not tried.",
  text: "The model did not answer. Whether it knows the key shows with the next question; until then it can be replaced or removed here.",
} as const

/** The workspace's own key of the model. It is tried, stored encrypted, and never shown again. */
export function ModelKey({ hasModelKey, takesKey, model }: Props) {
  const remove = useChange("set-assistant", {
    makesStale: ["get-assistant-settings"],
    onDone: () => toast({ tone: "good", title: "The key is removed." }),
  })
  return (
    <Section title="Key of the model" below={takesKey ? whoseKey(model.name, hasModelKey) : whyNoKey(model)}>
      {hasModelKey && (
        <div>
          <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate({ modelKey: null })}>
            Remove the key
          </Button>
        </div>
      )}
      {takesKey && <KeyForm hasModelKey={hasModelKey} />}
    </Section>
  )
}

const whoseKey = (model: string, hasModelKey: boolean) =>
  hasModelKey
    ? `${model} is asked with this workspace’s own key, and its provider bills that.`
    : `${model} is asked with the installation’s key. With one of your own, its provider bills you. It is tried once, stored sealed, and never shown again.`

const whyNoKey = ({ name, isModel }: AssistantSettingsAnswer["model"]) =>
  isModel
    ? `${name} is asked over plain http, where a key could be read on the way: none is sent to it. Whoever runs this installation can connect it over https.`
    : "No model is connected to this installation, so there is nothing that a key could be for."

/** Remounts the form after a key is stored, so that it does not keep the secret. */
function KeyForm({ hasModelKey }: Pick<Props, "hasModelKey">) {
  const [stored, count] = useState(0)
  const set = useChange("set-assistant", {
    makesStale: ["get-assistant-settings"],
    isForm: true,
    onDone: ({ isKeyTried }) => {
      count(stored + 1)
      toast(isKeyTried ? { tone: "good", title: "The key is stored." } : untried)
    },
  })
  return (
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
      {set.isPending && (
        <p className="aside" role="status">
          The model is asked one word. It has ten seconds for that, and you can leave this page meanwhile.
        </p>
      )}
    </ActionForm>
  )
}
