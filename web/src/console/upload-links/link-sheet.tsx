import { useHouse } from "../../kit/house.tsx"
import { formatBytes } from "../../kit/size.ts"
import { When } from "../../kit/when.tsx"
import type { AnswerOf } from "../ask.ts"
import { ChangeButton } from "../ui/change-button.tsx"
import { Copied } from "../ui/copied.tsx"
import { useChange } from "../use-change.ts"

export type UploadLink = AnswerOf<"list-upload-links">["items"][number]

/** An upload link: its URL while it works, its limits, and its revocation. */
export function UploadLinkSheet({
  link: { id, url, folderPath, maxFileBytes, maker, recipient, ...link },
}: {
  link: UploadLink
}) {
  const { locale } = useHouse()
  const revoke = useChange("revoke-upload-link", { makesStale: ["list-upload-links"] })
  return (
    <>
      {url === null ? <p>This link no longer accepts files.</p> : <Copied text={url} />}
      {recipient !== null && (
        <p>
          For <bdi>{recipient}</bdi>.
        </p>
      )}
      <p>
        {link.filesTaken} of {link.maxFiles} files uploaded to <bdi>{folderPath}</bdi>, up to{" "}
        {formatBytes(maxFileBytes, locale)} each. Expires <When at={link.expiresAt} />.
        {maker && (
          <>
            {" "}
            <bdi>{maker}</bdi> is notified of uploads.
          </>
        )}
      </p>
      {url !== null && link.mayRevoke && (
        <div>
          <ChangeButton variant="danger" label="Revoke link" change={revoke} input={{ id }} />
        </div>
      )}
    </>
  )
}
