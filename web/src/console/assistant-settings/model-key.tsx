import { useState } from "react"
import { Section } from "../../kit/section.tsx"
import { ChangeButton } from "../ui/change-button.tsx"
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
  title: "Key saved but not verified",
  text: "The model didn't respond. Ask the assistant a question to test the key.",
} as const

/** The workspace's own key of the model. It is tried, stored encrypted, and never shown again. */
export function ModelKey({ hasModelKey, takesKey, model }: Props) {
  const remove = useChange("set-assistant", { makesStale: ["get-assistant-settings"], says: "Key removed" })
  return (
    <Section title="API key" below={takesKey ? whoseKey(model, hasModelKey) : whyNoKey(model)}>
      {hasModelKey && (
        <div>
          <ChangeButton variant="danger" label="Remove key" change={remove} input={{ modelKey: null }} />
        </div>
      )}
      {takesKey && <KeyForm hasModelKey={hasModelKey} />}
    </Section>
  )
}

function whoseKey({ name, kind }: Props["model"], hasModelKey: boolean): string {
  if (hasModelKey) return `${name} usage is billed to your key.`
  const whose = kind === "none" ? `Add your Anthropic API key to use ${name}` : `Use your own key for ${name}`
  return `${whose}. It is encrypted and never shown again.`
}

const whyNoKey = ({ name, kind }: Props["model"]) =>
  kind === "commands" ? "No model is connected." : `${name} doesn't use HTTPS, so it can't take a key.`

/** Remounts the form after a key is stored, so that it does not keep the secret. */
function KeyForm({ hasModelKey }: Pick<Props, "hasModelKey">) {
  const [stored, count] = useState(0)
  const set = useChange("set-assistant", {
    makesStale: ["get-assistant-settings"],
    isForm: true,
    onDone: ({ isKeyTried }) => {
      count(stored + 1)
      toast(isKeyTried ? { tone: "good", title: "Key saved" } : untried)
    },
  })
  return (
    <ActionForm
      key={stored}
      change={set}
      submit={hasModelKey ? "Replace key" : "Save key"}
      tone={hasModelKey ? "default" : "filled"}
      toInput={({ modelKey = "" }) => ({ modelKey })}
    >
      <TextInput name="modelKey" label={hasModelKey ? "New key" : "Key"} type="password" autoComplete="off" required />
      {set.isPending && (
        <p className="muted small" role="status">
          Verifying key…
        </p>
      )}
    </ActionForm>
  )
}
