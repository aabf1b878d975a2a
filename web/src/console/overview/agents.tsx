import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { When } from "../../kit/when.tsx"
import { LatestItems } from "./happened.tsx"
import type { Overview } from "./overview.ts"
import { PageLink } from "./page-link.tsx"

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

const madeWords: Readonly<Record<string, string>> = {
  create_link: "Short link",
  create_doc: "Doc",
  create_upload_link: "Upload link",
  set_stream_plan: "Calendar",
}

/** The kind of thing, with a link unless it was deleted. */
function Made({ tool, thingId, thingName }: Write) {
  const kind = madeWords[tool] ?? tool.replaceAll("_", " ")
  if (tool === "create_upload_link") return <PageLink to="/drive/upload-links">{kind}</PageLink>
  if (tool === "set_stream_plan") return <PageLink to="/team-time">{kind}</PageLink>
  if (thingId === null) return kind
  if (thingName === null) return `${kind} (deleted)`
  return (
    <>
      {kind} {linkToThing(tool, thingId, thingName)}
    </>
  )
}

function linkToThing(tool: string, id: string, name: string): ReactNode {
  if (tool === "create_doc") return <Link to={`/docs/${id}` as string}>{name}</Link>
  return (
    <PageLink to="/links" search={{ open: id }}>
      {name}
    </PageLink>
  )
}
