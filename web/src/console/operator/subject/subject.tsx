import { reasonWords } from "../../../../../server/src/contract/reasons.ts"
import { When } from "../../../kit/when.tsx"
import { stale, useChange } from "../../ask.ts"
import type { AnswerOf, InputOf } from "../../calls.ts"
import { Fold } from "../../ui/fold.tsx"
import { ActionForm, ChangeButton, ParagraphsInput, SelectInput } from "../../ui/form.tsx"
import { Facts } from "../../ui/values/facts.tsx"

export type ReportSubject = AnswerOf<"list-reports">["items"][number]["subject"]

export const subjectWords: Readonly<Record<ReportSubject["kind"], string>> = {
  link: "Link",
  offer: "Offer",
  workspace: "Workspace",
}

/** A reported or suspended thing. Its address is text, so that it is not opened by accident. */
export function SubjectFacts({ kind, title, address, suspendedAt, workspace }: ReportSubject) {
  return (
    <Facts
      facts={[
        [kind === "link" ? "Destination" : subjectWords[kind], <bdi key="title">{title}</bdi>],
        ["URL", address && <code key="address">{address}</code>],
        ["Workspace", kind !== "workspace" && <bdi key="workspace">{`${workspace.name} (${workspace.slug})`}</bdi>],
        ["Suspended", suspendedAt !== null && <When key="suspended" at={suspendedAt} />],
        [
          "Workspace suspended",
          kind !== "workspace" && workspace.suspendedAt !== null && <When key="all" at={workspace.suspendedAt} />,
        ],
      ]}
    />
  )
}

/** Suspends a thing or its whole workspace, or lifts a suspension. */
export function DecideAbout({ subject, reason = "phishing", onDone }: SuspendProps & { subject: ReportSubject }) {
  const { kind, workspace } = subject
  const all = { kind: "workspace", id: workspace.id, suspendedAt: workspace.suspendedAt } as const
  const about = kind === "workspace" ? [all] : [{ ...subject }, all]
  return about.map(({ kind, id, suspendedAt }) =>
    suspendedAt === null ? (
      <Fold key={kind} label={`Suspend ${kind}`}>
        <SuspendForm subject={{ kind, id }} reason={reason} onDone={onDone} />
      </Fold>
    ) : (
      <Lift key={kind} subject={{ kind, id }} onDone={onDone} />
    ),
  )
}

interface SuspendProps {
  subject: Pick<ReportSubject, "kind" | "id">
  reason?: InputOf<"suspend">["reason"]
  onDone(): void
}

const reasons = Object.entries(reasonWords).map(([value, label]) => ({ value, label }))

/** Suspends a thing. Its workspace's members receive the reason by mail. */
export function SuspendForm({ subject: { kind, id }, reason = "phishing", onDone }: SuspendProps) {
  const change = useChange("suspend", {
    makesStale: stale.suspensions,
    isForm: true,
    says: "Suspended. Members are notified by email.",
    onDone,
  })
  return (
    <ActionForm
      change={change}
      submit={`Suspend ${kind}`}
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

export function Lift({ subject: { kind, id }, onDone }: Pick<SuspendProps, "subject" | "onDone">) {
  const lift = useChange("lift-suspension", {
    makesStale: stale.suspensions,
    says: "Unsuspended. Members are notified by email.",
    onDone,
  })
  return (
    <div>
      <ChangeButton label={`Unsuspend ${kind}`} change={lift} input={{ kind, id }} />
    </div>
  )
}
