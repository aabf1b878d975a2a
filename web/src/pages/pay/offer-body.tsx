import type { PayData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { FileList, FileListItem } from "../../kit/file-row.tsx"
import { useHouse } from "../../kit/house.tsx"
import { SellerContact } from "../../kit/people/contact.tsx"
import { formatBytes } from "../../kit/size.ts"
import styles from "./offer.module.css"
import { Terms } from "./terms.tsx"

type Props = Pick<PayData, "files" | "terms" | "sellerContact"> & { description: string | null }

export function OfferBody({ description, files, terms, sellerContact }: Props) {
  const { locale } = useHouse()
  return (
    <div className="stack gap-5">
      {description && (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
      {files.length > 0 && (
        <section aria-labelledby="files-title">
          <h2 id="files-title" className={styles.filesTitle}>
            {files.length === 1 ? "1 file" : `${files.length} files`}, instant download
          </h2>
          <FileList>
            {files.map(({ key, name, sizeBytes }) => (
              <FileListItem key={key} name={name} detail={formatBytes(sizeBytes, locale)} />
            ))}
          </FileList>
        </section>
      )}
      <Terms {...terms} />
      {sellerContact && <SellerContact contact={sellerContact} />}
    </div>
  )
}
