import { Fragment, useState } from "react"
import { shownRoutes } from "../here.ts"
import { SidePanel } from "../ui/panel.tsx"
import styles from "./keys-sheet.module.css"
import { singleKeys } from "./single-keys.ts"

const everywhere: readonly (readonly [keys: readonly string[], what: string])[] = [
  [["⌘ K", "Ctrl K"], "Search or jump to…"],
  [["⌘ J", "Ctrl J"], "Open assistant"],
  [["C"], "Create"],
  [["/"], "Search this page"],
  [["?"], "Show shortcuts"],
  [["Esc"], "Close"],
]

const inLists: typeof everywhere = [
  [["↑", "↓", "J", "K"], "Move between rows"],
  [["Enter"], "Open row"],
  [["X"], "Select row"],
]

/** The help sheet of keyboard shortcuts. */
export function KeysSheet({ onClose }: { onClose(): void }) {
  const places = shownRoutes().flatMap(({ key, title }) => (key ? [[[`G ${key.toUpperCase()}`], title] as const] : []))
  return (
    <SidePanel title="Keyboard shortcuts" onClose={onClose}>
      <KeyList title="Everywhere" keys={everywhere} />
      <KeyList title="Lists" keys={inLists} />
      {places.length > 0 && <KeyList title="Go to" keys={places} />}
      <SingleKeys />
    </SidePanel>
  )
}

function SingleKeys() {
  const [areOn, setOn] = useState(singleKeys.areOn)
  const turn = (areOn: boolean) => {
    singleKeys.turn(areOn)
    setOn(areOn)
  }
  return (
    <label className={styles.single}>
      <input type="checkbox" checked={areOn} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
      Single-key shortcuts
    </label>
  )
}

function KeyList({ title, keys }: { title: string; keys: typeof everywhere }) {
  return (
    <section className={styles.keys}>
      <h3>{title}</h3>
      <dl>
        {keys.map(([ways, what]) => (
          <div key={what}>
            <dt>
              {ways.map((way, at) => (
                <Fragment key={way}>
                  {at > 0 && " or "}
                  {way.split(" ").map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </Fragment>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
