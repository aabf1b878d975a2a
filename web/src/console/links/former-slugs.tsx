import { Button } from "../../kit/button.tsx"
import { Row, Rows } from "../../kit/rows.tsx"
import { When } from "../../kit/when.tsx"
import { type AnswerOf, useRead } from "../ask.ts"
import { useChange } from "../use-change.ts"
import { staleLinks } from "./stale-links.ts"

export function FormerSlugs({ id }: { id: string }) {
  const former = useRead("list-former-slugs", { id }).data?.former_slugs ?? []
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

function FormerSlug({ id, short_url, ends_at }: AnswerOf<"list-former-slugs">["former_slugs"][number]) {
  const end = useChange("end-former-slug", { makesStale: staleLinks, says: "Old short link stopped" })
  return (
    <Row
      title={short_url.replace(/^https?:\/\//, "")}
      detail={
        ends_at === null ? (
          "No expiry"
        ) : (
          <>
            Expires <When at={ends_at} isDay />
          </>
        )
      }
      action={
        <Button
          size="sm"
          variant="default"
          aria-label={`Stop ${short_url}`}
          isBusy={end.isPending}
          onClick={() => end.mutate({ id })}
        >
          Stop
        </Button>
      }
    />
  )
}
