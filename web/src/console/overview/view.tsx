import { mayAs, ourWorkspace } from "../console-data.ts"
import { View as Frame } from "../ui/page.tsx"
import { Agents } from "./agents.tsx"
import { Figures } from "./figures.tsx"
import { FirstSteps } from "./first-steps.tsx"
import { Arrivals, Docs, Links, Sales } from "./happened.tsx"
import { useOverview } from "./overview.ts"
import { Unread } from "./unread.tsx"
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
