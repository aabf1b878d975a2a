import type { ReactNode } from "react"
import { ButtonLink } from "../../kit/button.tsx"
import { Row, Rows, Section } from "../../kit/section.tsx"
import { Stack } from "../../kit/stack.tsx"
import { When } from "../../kit/when.tsx"
import { Empty } from "../ui/page.tsx"
import { ConnectionFacts, type ListedConnection } from "./connection-facts.tsx"

interface Props<Shown extends ListedConnection> {
  /** Connections of one app and one person, newest first. */
  connections: readonly Shown[]
  /** The person's name, on a page that lists apps of several people. */
  whose?: string
  isOwn: boolean
  /** The link to the connection's audit log. */
  record(connection: Shown): ReactNode
  /** The form that ends the connection, or how it ended. */
  ending(connection: Shown): ReactNode
  /** The form that ends all connections but the newest. */
  endingOlder?: ReactNode
}

export function AppSection<Shown extends ListedConnection>(props: Props<Shown>) {
  const { connections, whose, isOwn, endingOlder } = props
  const [newest] = connections
  if (!newest) return null
  const times = connections.length > 1 && `connected ${connections.length} times`
  const below = [whereOf(newest, isOwn), whose, times].filter(Boolean).join(" · ")
  return (
    <Section title={newest.clientName} below={below}>
      {endingOlder}
      <Rows>
        {connections.map((connection) => (
          <Row
            key={connection.id}
            title={
              <>
                Connected <When at={connection.createdAt} />
              </>
            }
            detail={
              <Stack>
                <ConnectionFacts connection={connection} record={props.record(connection)} />
                {props.ending(connection)}
              </Stack>
            }
          />
        ))}
      </Rows>
    </Section>
  )
}

export function whereOf({ isLocal, redirectHost }: ListedConnection, isOwn: boolean): string {
  return isLocal ? `App on ${isOwn ? "your" : "their"} computer (${redirectHost})` : redirectHost
}

export function NoApps({ where }: { where: string }) {
  const how = (
    <ButtonLink variant="default" href="/developers/agents">
      How apps connect
    </ButtonLink>
  )
  return (
    <Empty title="No connected apps yet" action={how}>{`Agents and apps with access to ${where} appear here.`}</Empty>
  )
}
