import { reasonWords } from "../../../../../server/src/contract/reasons.ts"
import { type InputOf, useChange } from "../../ask.ts"
import { ActionForm, ParagraphsInput, SelectInput } from "../../ui/form.tsx"
import { aboutSuspensions, type ReportSubject } from "./subject.ts"

type Wish = InputOf<"suspend">

interface Props {
  subject: Pick<ReportSubject, "kind" | "id">
  reason?: Wish["reason"]
  onDone(): void
}

const reasons = Object.entries(reasonWords).map(([value, label]) => ({ value, label }))

const submit: Readonly<Record<ReportSubject["kind"], string>> = {
  link: "Suspend link",
  offer: "Suspend offer",
  workspace: "Suspend workspace",
}

/** Suspends a thing. Its workspace's members receive the reason by mail. */
export function SuspendForm({ subject: { kind, id }, reason = "phishing", onDone }: Props) {
  const change = useChange("suspend", {
    makesStale: aboutSuspensions,
    isForm: true,
    says: "Suspended. Members are notified by email.",
    onDone,
  })
  return (
    <ActionForm
      change={change}
      submit={submit[kind]}
      tone="danger"
      toInput={(fields) => ({ kind, id, reason: fields.reason, words: fields.words })}
    >
      <SelectInput name="reason" label="Reason" options={reasons} defaultValue={reason} />
      <ParagraphsInput
        name="words"
        label="Note to members"
        description="Emailed with the reason. The report stays private."
        rows={3}
        maxLength={500}
        dir="auto"
      />
    </ActionForm>
  )
}
