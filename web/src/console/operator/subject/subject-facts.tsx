import { When } from "../../../kit/when.tsx"
import { Facts } from "../../ui/values/facts.tsx"
import { type ReportSubject, subjectWords } from "./subject.ts"

/** A reported or suspended thing. Its address is text, so that it is not opened by accident. */
export function SubjectFacts({
  subject: { kind, title, address, suspendedAt, workspace },
}: {
  subject: ReportSubject
}) {
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
