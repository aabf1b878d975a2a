import type { ReactNode } from "react"
import { Row, Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { Stack } from "../../kit/stack.tsx"
import { When } from "../../kit/when.tsx"
import { type Connection, ConnectionFacts } from "./connection-facts.tsx"

interface Props<Shown extends Connection> {
  /** Of one app and one person, newest first. */
  connections: readonly Shown[]
  /** Whose app it is, where the page shows those of several people. */
  whose?: string
  isOwn: boolean
  /** Leads to what it did. */
  record(connection: Shown): ReactNode
  /** Ends it, or says how it ended. */
  ending(connection: Shown): ReactNode
  /** Ends all but the newest. */
  endingOlder?: ReactNode
}

/** One app with its connections: its name, where it runs, what each connection may do, and the ways to end them. */
export function AppSection<Shown extends Connection>(props: Props<Shown>) {
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

/** Where an app runs, in words. */
export function whereOf({ isLoopback, redirectHost }: Connection, isOwn: boolean): string {
  return isLoopback ? `An app on ${isOwn ? "your" : "their"} computer, at ${redirectHost}` : redirectHost
}
