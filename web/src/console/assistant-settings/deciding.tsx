import { useState } from "react"
import { Choice } from "../../kit/field.tsx"
import { Section } from "../../kit/section.tsx"
import { useChange } from "../ask.ts"
import { toast } from "../toast.ts"
import { ActionForm, ChangeButton, TextInput } from "../ui/form.tsx"
import type { AssistantSettingsAnswer } from "./words.ts"

type Owner = NonNullable<AssistantSettingsAnswer["owner"]>

/** The owners' settings: whether the assistant is on, its limits, and the model's key. */
export function Deciding({ isOn, isStrict, owner, model }: AssistantSettingsAnswer & { owner: Owner }) {
  const key = <ModelKey hasModelKey={owner.hasModelKey} takesKey={owner.takesKey} model={model} />
  return (
    <>
      {model.kind === "none" && key}
      <Switches isOn={isOn} isStrict={isStrict} />
      <Limits
        {...owner}
        key={`${owner.keptDays} ${owner.memberDailyTokens} ${owner.monthlyTokens} ${owner.silenceSeconds}`}
      />
      {model.kind !== "none" && key}
    </>
  )
}

function Switches({ isOn, isStrict }: Pick<AssistantSettingsAnswer, "isOn" | "isStrict">) {
  const set = useChange("set-assistant", { makesStale: ["get-assistant-settings"] })
  return (
    <Section title="Assistant" below="Applies immediately.">
      <Choice
        type="checkbox"
        label="Enable assistant"
        checked={isOn}
        disabled={set.isPending}
        onChange={({ currentTarget }) => set.mutate({ isOn: currentTarget.checked })}
      />
      <Choice
        type="checkbox"
        label="Treat member content as untrusted"
        description="Actions always ask after reading workspace content."
        checked={isStrict}
        disabled={set.isPending}
        onChange={({ currentTarget }) => set.mutate({ isStrict: currentTarget.checked })}
      />
    </Section>
  )
}

/** An empty field means the installation's default. */
const toNumber = (text = "") => {
  const digits = text.replace(/[\s.,’']/g, "")
  return digits === "" ? null : Number(digits)
}

function Limits({ keptDays, memberDailyTokens, monthlyTokens, silenceSeconds, usual }: Owner) {
  const set = useChange("set-assistant", { makesStale: ["get-assistant-settings"], isForm: true, says: "Limits saved" })
  const field = (name: keyof Owner["usual"], stored: number | null) => ({
    name,
    inputMode: "numeric" as const,
    autoComplete: "off",
    defaultValue: stored?.toLocaleString() ?? "",
    placeholder: usual[name].toLocaleString(),
  })
  return (
    <Section title="Limits">
      <ActionForm
        change={set}
        submit="Save limits"
        toInput={(given) => ({
          memberDailyTokens: toNumber(given.memberDailyTokens),
          monthlyTokens: toNumber(given.monthlyTokens),
          keptDays: toNumber(given.keptDays),
          silenceSeconds: toNumber(given.silenceSeconds),
        })}
      >
        <TextInput {...field("memberDailyTokens", memberDailyTokens)} label="Tokens per member per day" />
        <TextInput {...field("monthlyTokens", monthlyTokens)} label="Tokens per workspace per month" />
        <TextInput {...field("keptDays", keptDays)} label="Days until inactive conversations are deleted" />
        <TextInput {...field("silenceSeconds", silenceSeconds)} label="Wait for the model (seconds)" />
      </ActionForm>
    </Section>
  )
}

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
function ModelKey({ hasModelKey, takesKey, model }: Props) {
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
