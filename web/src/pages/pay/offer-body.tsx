import type { PayData } from "../../../../server/src/surfaces/pages/pay/data.ts"
import { FileList, FileRow } from "../../kit/file-row.tsx"
import styles from "./offer.module.css"

type Props = Pick<PayData["lookup"], "offer">

/** What the seller says about it, and which files come with it. */
export function OfferBody({ offer: { description, files } }: Props) {
  return (
    <div className={styles.part}>
      {description && <p className={styles.description}>{description}</p>}
      {files.length > 0 && (
        <section aria-labelledby="files-title">
          <h2 id="files-title" className={styles.filesTitle}>
            {files.length === 1 ? "One file" : `${files.length} files`}, yours at once
          </h2>
          <FileList>
            {files.map(({ key, name }) => (
              <FileRow key={key} name={name ?? "Unnamed file"} />
            ))}
          </FileList>
        </section>
      )}
    </div>
  )
}
