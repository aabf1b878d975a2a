import { useChange } from "../../ask.ts"
import { ChangeButton } from "../../ui/form.tsx"
import { aboutSuspensions, type ReportSubject } from "./subject.ts"

export function Lift({
  subject: { kind, id },
  onDone,
}: {
  subject: Pick<ReportSubject, "kind" | "id">
  onDone(): void
}) {
  const lift = useChange("lift-suspension", {
    makesStale: aboutSuspensions,
    says: "Unsuspended. Members are notified by email.",
    onDone,
  })
  return (
    <div>
      <ChangeButton label={`Unsuspend ${kind}`} change={lift} input={{ kind, id }} />
    </div>
  )
}
