import { Link } from "@tanstack/react-router"
import { When } from "../../kit/when.tsx"
import { LatestItems } from "./happened.tsx"
import type { Overview } from "./overview.ts"

type Writes = NonNullable<Overview["writes"]>
type Write = Writes[number]

/** The latest things that apps and agents made. */
export function Agents({ writes }: { writes: Writes }) {
  return (
    <LatestItems
      title="Apps and agents"
      items={writes}
      rowOf={(write) => ({
        title: <Made {...write} />,
        detail: (
          <>
            <bdi>{write.app.isLocal ? "Local app" : write.app.host}</bdi>, for{" "}
            <bdi>{write.member.isCaller ? "you" : write.member.name}</bdi>, <When at={write.at} />
          </>
        ),
      })}
    />
  )
}

/** The kind of thing, with a link unless it was deleted. */
function Made({ kind, path, thingId, thingName }: Write) {
  if (path === null) return thingId === null ? kind : `${kind} (deleted)`
  if (thingName === null) return <PathLink path={path}>{kind}</PathLink>
  return (
    <>
      {kind} <PathLink path={path}>{thingName}</PathLink>
    </>
  )
}

function PathLink({ path, children }: { path: string; children: string }) {
  const [to, query] = path.split("?")
  return (
    <Link to={to as string} search={Object.fromEntries(new URLSearchParams(query)) as never}>
      {children}
    </Link>
  )
}
