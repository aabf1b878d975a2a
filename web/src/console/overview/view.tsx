import { mayAs, ourWorkspace } from "../here.ts"
import { View as Frame } from "../ui/page.tsx"
import { Agents } from "./agents.tsx"
import { Charts } from "./charts.tsx"
import { FirstSteps } from "./first-steps.tsx"
import { Arrivals, Docs, Links, Sales } from "./happened.tsx"
import { NeedsYou } from "./needs-you.tsx"
import { useOverview } from "./overview.ts"
import { Unread } from "./unread.tsx"
import styles from "./view.module.css"

/** The workspace's start page: open tasks, first steps, charts, and recent events. */
export function View() {
  const overview = useOverview()
  if (!overview) return <Frame title={ourWorkspace().name}>{null}</Frame>
  return (
    <Frame title={ourWorkspace().name}>
      <Unread names={overview.unread} />
      {mayAs("member") && <NeedsYou overview={overview} />}
      {mayAs("member") && <FirstSteps overview={overview} />}
      <Charts {...overview} />
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
