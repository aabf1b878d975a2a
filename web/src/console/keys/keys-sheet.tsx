import { Fragment, use, useState } from "react"
import { shownRoutes } from "../here.ts"
import { loadStyle } from "../ui/late-style.ts"
import { SidePanel } from "../ui/panel.tsx"
import address from "./keys-sheet.css?url"
import { singleKeys } from "./single-keys.ts"

const styleIsHere = loadStyle(address)

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

const inDocs: typeof everywhere = [
  [["/"], "Insert block"],
  [["Alt F10"], "Format selection"],
  [["⌘ B", "Ctrl B"], "Bold"],
  [["⌘ I", "Ctrl I"], "Italic"],
  [["⌘ E", "Ctrl E"], "Code"],
  [["⌘ K", "Ctrl K"], "Add link"],
  [["⌘ Z", "Ctrl Z"], "Undo"],
]

/** The help sheet of keyboard shortcuts. */
export function KeysSheet({ onClose }: { onClose(): void }) {
  use(styleIsHere)
  const places = shownRoutes().flatMap(({ key, title }) => (key ? [[[`G ${key.toUpperCase()}`], title] as const] : []))
  return (
    <SidePanel title="Keyboard shortcuts" onClose={onClose}>
      <div className="keys-sheet">
        <KeyList title="Everywhere" keys={everywhere} />
        <KeyList title="Lists" keys={inLists} />
        <KeyList title="Docs" keys={inDocs} />
        {places.length > 0 && <KeyList title="Go to" keys={places} />}
        <SingleKeys />
      </div>
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
    <label className="single">
      <input type="checkbox" checked={areOn} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
      Single-key shortcuts
    </label>
  )
}

function KeyList({ title, keys }: { title: string; keys: typeof everywhere }) {
  return (
    <section>
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
