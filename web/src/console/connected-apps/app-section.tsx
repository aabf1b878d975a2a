import { Row, Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { Stack } from "../../kit/stack.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import { Facts } from "../ui/facts.tsx"
import { ActionForm } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import type { Connection } from "./view.tsx"

/** One app of one member, with its connections, newest first. */
export function AppSection({ connections }: { connections: readonly Connection[] }) {
  const [newest, ...older] = connections
  if (!newest) return null
  const { redirectHost, isLoopback, member } = newest
  const whose = member.isCaller ? "Yours" : `Of ${member.name ?? member.email}`
  const where = isLoopback ? `An app on ${member.isCaller ? "your" : "their"} computer` : redirectHost
  const times = older.length > 0 ? `, connected ${connections.length} times` : ""
  return (
    <Section title={where} below={`${whose}${times}`}>
      {older.length > 0 && <EndOlder newest={newest} count={older.length} where={where} />}
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
                <ConnectionFacts connection={connection} />
                <End connection={connection} where={where} />
              </Stack>
            }
          />
        ))}
      </Rows>
    </Section>
  )
}

function ConnectionFacts({ connection }: { connection: Connection }) {
  const { id, scopes, reach, workspace, leftOutCount, lastUsedAt, liveUntil, isLoopback, redirectHost, member } =
    connection
  return (
    <Facts
      facts={[
        [
          "May",
          <ul key="may">
            {scopes.map(({ scope, words, note }) => (
              <li key={scope}>
                {words}
                {note && ` (${note.replace(/\.$/, "")})`}
              </li>
            ))}
          </ul>,
        ],
        ["Where", placesOf(reach, leftOutCount, workspace)],
        ["At", isLoopback && redirectHost],
        ["Last used", lastUsedAt === null ? "Not yet" : <When key="used" at={lastUsedAt} />],
        ["Ends unless used", liveUntil !== null && <When key="ends" at={liveUntil} isDay />],
        [
          "Record",
          member.isCaller && (
            <a key="record" href={`/account/connections/${id}`}>
              What it did
            </a>
          ),
        ],
      ]}
    />
  )
}

function placesOf(reach: Connection["reach"], leftOut: number, workspace: Connection["workspace"]): string {
  if (reach === "one") return "In this workspace"
  if (workspace === null) return "In every workspace of theirs"
  const but =
    leftOut === 0 ? "" : leftOut === 1 ? " but one, where it was ended" : ` but ${leftOut}, where it was ended`
  return `In every workspace of yours${but}; unless it is told another, in ${workspace.name}`
}

function EndOlder({ newest, count, where }: { newest: Connection; count: number; where: string }) {
  const endOlder = useChange("end-older-workspace-connections", {
    makesStale: ["list-workspace-connections"],
    isForm: true,
    onDone: () => toast({ tone: "good", title: "Only the newest connection is left." }),
  })
  const label = count === 1 ? "End the older one" : `End the ${count} older ones`
  return (
    <Unfold label={label} about={where}>
      <p>The newest connection stays.</p>
      <ActionForm
        change={endOlder}
        submit={count === 1 ? "Yes, end it" : "Yes, end them"}
        tone="danger"
        toInput={() => ({ id: newest.id })}
      />
    </Unfold>
  )
}

function End({ connection: { id, reach }, where }: { connection: Connection; where: string }) {
  const end = useChange("end-workspace-connection", {
    makesStale: ["list-workspace-connections"],
    isForm: true,
    onDone: () => toast({ tone: "good", title: "The connection is ended here." }),
  })
  const isEvery = reach === "every"
  return (
    <Unfold label={isEvery ? "End it in this workspace" : "End this connection"} about={where}>
      <p>
        {isEvery
          ? "It stops here at once, and keeps the other workspaces. What it made stays."
          : "It stops at once. What it made stays. To use the app again, it is connected anew."}
      </p>
      <ActionForm change={end} submit="Yes, end it" tone="danger" toInput={() => ({ id })} />
    </Unfold>
  )
}
