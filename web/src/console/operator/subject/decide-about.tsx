import { Fold } from "../../ui/fold.tsx"
import { Lift } from "./lift.tsx"
import type { ReportSubject } from "./subject.ts"
import { SuspendForm } from "./suspend-form.tsx"

interface Props {
  subject: ReportSubject
  reason?: "phishing" | "malware" | "copyright" | "illegal" | "other"
  onDone(): void
}

/** Suspends a thing or its whole workspace, or lifts a suspension. */
export function DecideAbout({ subject, reason = "phishing", onDone }: Props) {
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
