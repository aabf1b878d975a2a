import { Button } from "../../kit/button.tsx"
import { useHouse } from "../../kit/house.tsx"
import { formatBytes } from "../../kit/size.ts"
import { When } from "../../kit/when.tsx"
import type { AnswerOf } from "../ask.ts"
import { Copied } from "../ui/copied.tsx"
import { useChange } from "../use-change.ts"

export type UploadLink = AnswerOf<"list-upload-links">["items"][number]

/** An upload link: its URL while it works, its limits, and its revocation. */
export function UploadLinkSheet({ link: { id, url, folderPath, maxFileBytes, maker, ...link } }: { link: UploadLink }) {
  const { locale } = useHouse()
  const revoke = useChange("revoke-upload-link", { makesStale: ["list-upload-links"] })
  return (
    <>
      {url === null ? <p>It has ended, and takes nothing more.</p> : <Copied text={url} />}
      <p>
        It took {link.filesTaken} of {link.maxFiles} files, each of at most {formatBytes(maxFileBytes, locale)}. They go
        to <bdi>{folderPath}</bdi>. An upload can be begun until <When at={link.expiresAt} />.
        {maker && (
          <>
            {" "}
            <bdi>{maker}</bdi> made it, and gets mail about what comes.
          </>
        )}
      </p>
      {url !== null && link.mayRevoke && (
        <div>
          <Button variant="danger" isBusy={revoke.isPending} onClick={() => revoke.mutate({ id })}>
            Revoke it
          </Button>
        </div>
      )}
    </>
  )
}
