import { Notice } from "../../kit/notice.tsx"
import { useRead } from "../ask.ts"
import type { InputOf } from "../calls.ts"
import { useAddress } from "../ui/use-address.ts"
import { TrashButtons } from "./trash-buttons.tsx"
import styles from "./view.module.css"

/** Offers to restore or to delete the link in the trash that has a wanted short name. */
export function SlugInTrash({ wanted, onFree }: { wanted: InputOf<"find-trashed-link">; onFree(): void }) {
  const { go } = useAddress()
  const link = useRead("find-trashed-link", wanted).data?.link
  if (!link) return null
  const clicks = link.clicks === 1 ? "1 click" : `${link.clicks.toLocaleString()} clicks`
  return (
    <Notice tone="note" title={`In trash: ${link.title ?? link.slug}`}>
      <p className={styles.inTrash}>
        It leads to <bdi>{link.shownDestination}</bdi> and has {clicks}. Deleting it for good deletes its clicks, too.
      </p>
      <TrashButtons
        id={link.id}
        onRestored={() => go({ new: undefined, open: link.id, show: "edit" })}
        onDeleted={onFree}
      />
    </Notice>
  )
}
