import { Link, useParams } from "@tanstack/react-router"
import { Section } from "../../../kit/section.tsx"
import { useRead } from "../../ask.ts"
import { whereOf } from "../../connected-apps/app-section.tsx"
import { AuditLines } from "../../connected-apps/audit-lines.tsx"
import { ConnectionFacts } from "../../connected-apps/connection-facts.tsx"
import { useList } from "../../ui/lists/use-list.ts"
import { View as Frame } from "../../ui/page.tsx"

/** The permissions and the audit log of one connected app. */
export function View() {
  const { id = "" } = useParams({ strict: false }) as { id?: string }
  const connection = useRead("get-connection", { id }).data
  const list = useList("list-audit-entries", { id }, { also: { limit: 50 } })
  if (!connection) return null
  return (
    <Frame
      title={`${connection.clientName} activity`}
      below={whereOf(connection, true)}
      actions={<Link to="/connections">All connected apps</Link>}
    >
      <Section title="Connection">
        <ConnectionFacts connection={connection} />
      </Section>
      <Section title="Activity" below="Kept for 180 days.">
        <AuditLines list={list} isOwn />
      </Section>
    </Frame>
  )
}
