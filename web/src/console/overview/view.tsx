import { Link } from "@tanstack/react-router"
import { Notice } from "../../kit/notice.tsx"
import { When } from "../../kit/when.tsx"
import { mayAs, ourWorkspace } from "../console-data.ts"
import { View as Frame } from "../ui/page.tsx"
import { Figures } from "./figures.tsx"
import { FirstSteps } from "./first-steps.tsx"
import { Arrivals, Docs, LatestItems, Links, Sales } from "./happened.tsx"
import { type Overview, useOverview } from "./overview.ts"
import styles from "./view.module.css"

/** The workspace's start page: first steps, figures with open tasks, and recent events. */
export function View() {
  const overview = useOverview()
  if (!overview) return <Frame title={ourWorkspace().name}>{null}</Frame>
  return (
    <Frame title={ourWorkspace().name}>
      <Unread names={overview.unread} />
      {mayAs("member") && <FirstSteps overview={overview} />}
      <Figures overview={overview} />
      <div className={styles.columns}>
        {overview.sales && <Sales sales={overview.sales} />}
        {overview.links && <Links links={overview.links} />}
        {overview.arrivals && <Arrivals arrivals={overview.arrivals} />}
        {overview.writes && <Agents writes={overview.writes} />}
        {overview.docs && <Docs docs={overview.docs} />}
      </div>
    </Frame>
  )
}

const words: Readonly<Record<string, string>> = {
  arrivals: "received files",
  writes: "apps and agents",
  unclear: "payment issues",
  accounts: "payouts",
}

/** Lists the parts of the overview that could not be read. */
function Unread({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <Notice tone="bad" title="Some data couldn’t be loaded.">
      Missing: {names.map((name) => words[name] ?? name).join(", ")}. Reload in a minute.
    </Notice>
  )
}

type Writes = NonNullable<Overview["writes"]>
type Write = Writes[number]

/** The latest things that apps and agents made. */
function Agents({ writes }: { writes: Writes }) {
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
