import { mayAs, ourWorkspace } from "../here.ts"
import { View as Frame } from "../ui/page.tsx"
import { Agents } from "./agents.tsx"
import { Charts } from "./charts.tsx"
import { FirstSteps } from "./first-steps.tsx"
import { Arrivals, Docs, Links, Sales } from "./happened.tsx"
import { NeedsYou } from "./needs-you.tsx"
import { useOverview } from "./overview.ts"
import styles from "./view.module.css"

/** What needs the reader, what happened in the workspace, and how it begins while there is little in it. */
export function View() {
  const overview = useOverview()
  if (!overview) return <Frame title={ourWorkspace().name}>{null}</Frame>
  return (
    <Frame title={ourWorkspace().name}>
      {mayAs("member") && <NeedsYou overview={overview} />}
      {mayAs("member") && <FirstSteps overview={overview} />}
      <Charts {...overview} />
      <div className={styles.columns}>
        {overview.sales && <Sales sales={overview.sales} />}
        <Links {...overview} />
        <Arrivals {...overview} />
        <Agents {...overview} />
        <Docs {...overview} />
      </div>
    </Frame>
  )
}
