import { Button } from "../../../kit/button.tsx"
import { When } from "../../../kit/when.tsx"
import { useRead } from "../../ask.ts"
import { useAddress } from "../../ui/use-address.ts"
import { TwoLines } from "../../ui/values/two-lines.tsx"
import styles from "./import-panel.module.css"
import { howMany } from "./use-import.ts"
import { useUndoImport } from "./use-undo-import.ts"

export function PastImports() {
  const imports = useRead("list-link-imports", {}).data?.imports ?? []
  if (imports.length === 0) return null
  return (
    <section aria-label="Past imports">
      <h3 className="apart small">Past imports</h3>
      <ul className={`stack gap-2 ${styles.imports}`}>
        {imports.map(({ id, fileName, links, left, createdAt }) => (
          <li key={id} className="wrap middle gap-2 breaks">
            <TwoLines
              below={
                <>
                  {howMany(links, "link")}
                  {left < links && `, ${left.toLocaleString()} left`} · <When at={Date.parse(createdAt)} />
                </>
              }
            >
              <bdi>{fileName || "Import"}</bdi>
            </TwoLines>
            {left > 0 && <ImportButtons id={id} file={fileName} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ImportButtons({ id, file }: { id: string; file: string }) {
  const { go } = useAddress()
  const undo = useUndoImport()
  const show = () => go({ import: undefined, imported: id })
  return (
    <div className="wrap gap-2">
      <Button size="sm" variant="subtle" aria-label={`Show links of ${file}`} onClick={show}>
        Show links
      </Button>
      <Button
        size="sm"
        variant="default"
        aria-label={`Undo import of ${file}`}
        isBusy={undo.isPending}
        onClick={() => undo.mutate({ id })}
      >
        Undo import
      </Button>
    </div>
  )
}
