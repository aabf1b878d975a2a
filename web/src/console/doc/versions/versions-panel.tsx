import { Refusal } from "../../../kit/notice.tsx"
import { When } from "../../../kit/when.tsx"
import { useRead } from "../../ask.ts"
import type { AnswerOf } from "../../calls.ts"
import { SidePanel } from "../../ui/panels/panel.tsx"
import { useAddress } from "../../ui/use-address.ts"
import { OneVersion } from "./one-version.tsx"
import { PeopleWords } from "./people-words.tsx"
import styles from "./versions.module.css"

interface Props {
  doc: { id: string; title: string }
  onClose(): void
}

export function VersionsPanel({ doc: { id, title }, onClose }: Props) {
  const { search } = useAddress()
  const { data, error } = useRead("list-doc-versions", { id })
  const chosen = data?.items.find(({ version }) => String(version) === search.version)
  return (
    <SidePanel title={chosen ? "Version" : `Versions of “${title}”`} onClose={onClose}>
      {error && <Refusal error={error} />}
      {data && (chosen ? <OneVersion id={id} chosen={chosen} all={data.items} onDone={onClose} /> : <List {...data} />)}
    </SidePanel>
  )
}

function List({ present, items }: AnswerOf<"list-doc-versions">) {
  const { go } = useAddress()
  return (
    <>
      <ol className={`stack gap-1 ${styles.versions}`}>
        <li className={styles.present}>
          <strong>
            Current version, updated <When at={present.savedAt} />
          </strong>
          <span>
            <PeopleWords people={present.people} />
          </span>
        </li>
        {items.map(({ version, savedAt, people }) => (
          <li key={version}>
            <button type="button" onClick={() => go({ version: String(version) })}>
              <strong>
                <When at={savedAt} />
              </strong>
              <span>
                <PeopleWords people={people} />
              </span>
            </button>
          </li>
        ))}
      </ol>
      {items.length === 0 && <p className="muted small pretty">No earlier versions yet.</p>}
    </>
  )
}
