import { Button } from "../../kit/button.tsx"
import { Row, Rows } from "../../kit/section.tsx"
import { When } from "../../kit/when.tsx"
import { stale, useChange, useRead } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"

export function FormerSlugs({ id }: { id: string }) {
  const former = useRead("list-former-slugs", { id }).data?.formerSlugs ?? []
  if (former.length === 0) return null
  return (
    <section aria-labelledby="former-slugs">
      <h3 className="apart" id="former-slugs">
        Old short links
      </h3>
      <Rows>
        {former.map((slug) => (
          <FormerSlug key={slug.id} {...slug} />
        ))}
      </Rows>
    </section>
  )
}

function FormerSlug({ id, shortUrl, endsAt }: AnswerOf<"list-former-slugs">["formerSlugs"][number]) {
  const end = useChange("end-former-slug", { makesStale: stale.links, says: "Old short link stopped" })
  return (
    <Row
      title={shortUrl.replace(/^https?:\/\//, "")}
      detail={
        endsAt === null ? (
          "No expiry"
        ) : (
          <>
            Expires <When at={endsAt} isDay />
          </>
        )
      }
      action={
        <Button
          size="sm"
          variant="default"
          aria-label={`Stop ${shortUrl}`}
          isBusy={end.isPending}
          onClick={() => end.mutate({ id })}
        >
          Stop
        </Button>
      }
    />
  )
}
