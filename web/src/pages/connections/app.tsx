import type { ConnectionsData } from "../../../../server/src/surfaces/pages/connections/data.ts"
import { Button } from "../../kit/button.tsx"
import { Section } from "../../kit/section.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import styles from "./app.module.css"
import { Connection } from "./connection.tsx"

type Props = ConnectionsData["apps"][number]

/** One connected app with all its connections, and one button for those that a newer one has replaced. */
export function App({ clientName, redirectHost, isLoopback, connections, endOlder }: Props) {
  const isOne = connections.length === 1
  const hasEnded = connections.every(({ endedAt }) => endedAt !== null)
  const where = isLoopback ? `An app on your computer${isOne ? `, at ${redirectHost}` : ""}` : redirectHost
  return (
    <div className={styles.app} data-ended={hasEnded || undefined}>
      <Section
        title={
          <>
            {clientName} {hasEnded && <span className={styles.badge}>Ended</span>}
          </>
        }
        below={isOne ? where : `${where} · connected ${connections.length} times`}
      >
        {endOlder && <EndOlder form={endOlder} clientName={clientName} />}
        {connections.map((connection) => (
          <Connection
            key={connection.createdAt + (connection.end?.action ?? connection.auditPath ?? "")}
            isOne={isOne}
            {...connection}
          />
        ))}
      </Section>
    </div>
  )
}

function EndOlder({ form, clientName }: { form: NonNullable<Props["endOlder"]>; clientName: string }) {
  const label = form.count === 1 ? "End the older one" : `End the ${form.count} older ones`
  return (
    <TokenForm form={form}>
      <Button type="submit" variant="default" aria-label={`${label} of ${clientName}, keep the newest`}>
        {label}
      </Button>
    </TokenForm>
  )
}
