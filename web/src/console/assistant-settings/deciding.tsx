import { Choice } from "../../kit/field.tsx"
import { Section } from "../../kit/section.tsx"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { useChange } from "../use-change.ts"
import { ModelKey } from "./model-key.tsx"
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
  const field = (name: keyof Owner["usual"], kept: number | null) => ({
    name,
    inputMode: "numeric" as const,
    autoComplete: "off",
    defaultValue: kept?.toLocaleString() ?? "",
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
