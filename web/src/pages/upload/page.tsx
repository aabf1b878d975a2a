import type { UploadData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Frame, Heading } from "../../kit/frame.tsx"
import { useHouse } from "../../kit/house.tsx"
import { IslandPlace } from "../../kit/loading/island.tsx"
import { formatBytes } from "../../kit/size.ts"
import { When } from "../../kit/when.tsx"

export { Island } from "./island.tsx"

export function Page({ curl, island, ...limits }: UploadData) {
  return (
    <Frame width="narrow" reportable={island.uploadPath}>
      <div className="stack gap-5">
        <Heading below={<Limits {...island} {...limits} />}>{`Send files to ${island.workspaceName}`}</Heading>
        <IslandPlace />
        <noscript>
          <p className="apart">
            Enable JavaScript to choose files, or use a terminal: <code>{curl}</code>
          </p>
        </noscript>
        <p className="muted small pretty">Anyone with this link can send files, but not see them.</p>
      </div>
    </Frame>
  )
}

type LimitsProps = Pick<UploadData, "expiresAt" | "isExpired"> & UploadData["island"]

function Limits({ filesLeft, maxFileBytes, expiresAt, isExpired }: LimitsProps) {
  const { locale } = useHouse()
  if (isExpired) return "This link has expired. Uploads that began before can be finished."
  if (filesLeft === 0) return "This link’s file limit is reached."
  return (
    <>
      {filesLeft === 1 ? "1 file" : `Up to ${filesLeft} files`}, {formatBytes(maxFileBytes, locale)} maximum. Expires{" "}
      <When at={expiresAt} />.
    </>
  )
}
