import { Fragment, use, useState } from "react"
import { shownRoutes } from "../console-data.ts"
import { loadStyle } from "../ui/late-style.ts"
import { SidePanel } from "../ui/panels/panel.tsx"
import address from "./keys-sheet.css?url"
import { partsOfKey } from "./parts-of-key.ts"
import { consoleKeys } from "./shortcuts.ts"
import { singleKeys } from "./single-keys.ts"

const styleIsHere = loadStyle(address)

type Places = typeof consoleKeys

/** What each shortcut does. */
const words: { readonly [Place in keyof Places]: Readonly<Record<keyof Places[Place], string>> } = {
  everywhere: {
    search: "Search or jump to…",
    assistant: "Open assistant",
    create: "Create",
    find: "Search this page",
    help: "Show shortcuts",
    close: "Close",
  },
  lists: { move: "Move between rows", open: "Open row", select: "Select row" },
  docs: {
    insert: "Insert block",
    format: "Format selection",
    heading1: "Heading 1",
    heading2: "Heading 2",
    heading3: "Heading 3",
    bullets: "Bullet list",
    numbers: "Numbered list",
    checks: "Checklist",
    quote: "Quote",
    codeBlock: "Code block",
    bold: "Bold",
    italic: "Italic",
    strike: "Strikethrough",
    code: "Code",
    link: "Add link",
    undo: "Undo",
    redo: "Redo",
  },
}

export function KeysSheet({ onClose }: { onClose(): void }) {
  use(styleIsHere)
  const places = shownRoutes().flatMap(({ key, title }) =>
    key ? { ways: [["G", key.toUpperCase()]], what: title } : [],
  )
  return (
    <SidePanel title="Keyboard shortcuts" onClose={onClose}>
      <div className="keys-sheet">
        <KeyList title="Everywhere" keys={readable("everywhere")} />
        <KeyList title="Lists" keys={readable("lists")} />
        <KeyList title="Docs" keys={readable("docs")} />
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
    <label className="single flex middle gap-2">
      <input type="checkbox" checked={areOn} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
      Single-key shortcuts
    </label>
  )
}

interface ReadableKeys {
  ways: readonly (readonly string[])[]
  what: string
}

function readable(place: keyof Places): ReadableKeys[] {
  const does: Readonly<Record<string, string>> = words[place]
  const keysOf: Readonly<Record<string, readonly string[]>> = consoleKeys[place]
  return Object.entries(keysOf).map(([name, keys]) => ({ ways: keys.map(partsOfKey), what: does[name] ?? "" }))
}

function KeyList({ title, keys }: { title: string; keys: readonly ReadableKeys[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {keys.map(({ ways, what }) => (
          <div key={what}>
            <dt>
              {ways.map((way, at) => (
                <Fragment key={way.join(" ")}>
                  {at > 0 && " or "}
                  {way.map((key) => (
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
