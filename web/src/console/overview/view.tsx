import { mayAs, ourWorkspace } from "../here.ts"
import { View as Frame } from "../ui/page.tsx"
import { FirstSteps } from "./first-steps.tsx"
import { Apps, Docs, Files, Links, Sales } from "./happened.tsx"
import { NeedsYou } from "./needs-you.tsx"
import styles from "./view.module.css"

/** What needs the reader, what happened in the workspace, and how it begins while there is little in it. */
export function View() {
  return (
    <Frame title={ourWorkspace().name}>
      {mayAs("member") && <NeedsYou />}
      {mayAs("member") && <FirstSteps />}
      <div className={styles.columns}>
        {mayAs("member") && <Sales />}
        <Links />
        <Files />
        <Docs />
        <Apps />
      </div>
    </Frame>
  )
}
