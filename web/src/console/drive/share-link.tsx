import { When } from "../../kit/when.tsx"
import { useChange } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { Copied } from "../ui/copied.tsx"
import { ChangeButton } from "../ui/form.tsx"

type Link = AnswerOf<"list-share-links">["items"][number]

export function ShareLink({ link }: { link: Link }) {
  const { id, url, maker, createdAt, expiresAt, mayRevoke, revokedAt } = link
  const revoke = useChange("revoke-share-link", { makesStale: ["list-share-links", "list-folder"] })
  return (
    <div className="stack gap-2">
      {url === null ? <p>{sayings[link.state]}</p> : <Copied text={url} />}
      <p className="muted smaller">
        {countOf(link)}. Created <When at={createdAt} />
        {maker && (
          <>
            {" "}
            by <bdi>{maker}</bdi>
          </>
        )}
        {revokedAt === null && expiresAt !== null && (
          <>
            , expires <When at={expiresAt} />
          </>
        )}
        .
      </p>
      {mayRevoke && revokedAt === null && (
        <div>
          <ChangeButton size="sm" variant="danger" label="Revoke link" change={revoke} input={{ id }} />
        </div>
      )}
    </div>
  )
}

const sayings: Readonly<Record<Link["state"], string>> = {
  works: "",
  revoked: "This link was revoked.",
  expired: "This link has expired.",
  "used-up": "This link reached its download limit.",
  "in-trash": "Restore the shared item from trash to reactivate this link.",
}

export function countOf({ downloads, maxDownloads }: Link): string {
  if (maxDownloads !== null) return `${downloads} of ${maxDownloads} downloads`
  return downloads === 1 ? "1 download" : `${downloads} downloads`
}
