import { Choice } from "../../kit/field.tsx"
import { Section } from "../../kit/section.tsx"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import { ModelKey } from "./model-key.tsx"
import type { AssistantSettingsAnswer } from "./words.ts"

type Owner = NonNullable<AssistantSettingsAnswer["owner"]>

/** The owners' settings: whether the assistant is on, its limits, and the model's key. */
export function Deciding({ isOn, isStrict, owner, model }: AssistantSettingsAnswer & { owner: Owner }) {
  return (
    <>
      <Switches isOn={isOn} isStrict={isStrict} />
      <Limits {...owner} key={`${owner.keptDays} ${owner.memberDailyTokens} ${owner.monthlyTokens}`} />
      <ModelKey hasModelKey={owner.hasModelKey} takesKey={owner.takesKey} model={model} />
    </>
  )
}

function Switches({ isOn, isStrict }: Pick<AssistantSettingsAnswer, "isOn" | "isStrict">) {
  const set = useChange("set-assistant", { makesStale: ["get-assistant-settings"] })
  return (
    <Section title="The assistant" below="Both hold from the very next call on.">
      <Choice
        type="checkbox"
        label="Members can ask the assistant"
        description="Off, nothing of it runs in this workspace. Conversations are kept."
        checked={isOn}
        disabled={set.isPending}
        onChange={({ currentTarget }) => set.mutate({ isOn: currentTarget.checked })}
      />
      <Choice
        type="checkbox"
        label="Trust what members write no more than what outsiders write"
        description="A title or a doc of one member can steer what the assistant does for another. On, whatever changes something asks once a conversation has read the workspace, whatever was allowed before."
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

function Limits({ keptDays, memberDailyTokens, monthlyTokens, usual }: Owner) {
  const set = useChange("set-assistant", {
    makesStale: ["get-assistant-settings"],
    isForm: true,
    onDone: () => toast({ tone: "good", title: "The limits are saved." }),
  })
  const field = (name: keyof Owner["usual"], kept: number | null) => ({
    name,
    inputMode: "numeric" as const,
    autoComplete: "off",
    defaultValue: kept?.toLocaleString() ?? "",
    placeholder: usual[name].toLocaleString(),
  })
  return (
    <Section
      title="Limits"
      below="In tokens, the pieces of words that models count. An empty field is as this installation has it; tokens are never more than that."
    >
      <ActionForm
        change={set}
        submit="Save"
        toInput={(given) => ({
          memberDailyTokens: toNumber(given.memberDailyTokens),
          monthlyTokens: toNumber(given.monthlyTokens),
          keptDays: toNumber(given.keptDays),
        })}
      >
        <TextInput {...field("memberDailyTokens", memberDailyTokens)} label="Each member, a day" />
        <TextInput {...field("monthlyTokens", monthlyTokens)} label="The whole workspace, a month" />
        <TextInput
          {...field("keptDays", keptDays)}
          label="Days that a conversation rests before it is deleted"
          description="The record of calls has none of its words, and is kept for 400 days."
        />
      </ActionForm>
    </Section>
  )
}
