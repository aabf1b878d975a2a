import type { UploadData } from "../../../../server/src/contract/pages/upload.ts"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { useHouse } from "../../kit/house.tsx"
import { IslandPlace } from "../../kit/island.tsx"
import { formatBytes } from "../../kit/size.ts"
import { When } from "../../kit/when.tsx"
import styles from "./page.module.css"

export { Island } from "./island.tsx"

/** The page of an upload link. */
export function Page({ expiresAt, curl, island }: UploadData) {
  return (
    <Frame width="narrow" reportable={island.uploadPath}>
      <div className={styles.upload}>
        <Heading
          below={<Limits {...island} expiresAt={expiresAt} />}
        >{`Send files to ${island.workspaceName}`}</Heading>
        <IslandPlace />
        <noscript>
          <p>
            Choosing files needs JavaScript. From a terminal: <code>{curl}</code>
          </p>
        </noscript>
        <p className={styles.note}>
          Whoever has this page’s address can send files here, but nobody can see with it what was sent.
        </p>
      </div>
    </Frame>
  )
}

function Limits({ filesLeft, maxFileBytes, expiresAt }: UploadData["island"] & { expiresAt: number }) {
  const { locale } = useHouse()
  if (filesLeft === 0) return "This link has received all it takes."
  return (
    <>
      {filesLeft === 1 ? "One file of" : `Up to ${filesLeft} files of`} {formatBytes(maxFileBytes, locale)} at most,
      until <When at={expiresAt} />.
    </>
  )
}
