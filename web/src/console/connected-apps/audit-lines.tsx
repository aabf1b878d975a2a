import { Button } from "../../kit/button.tsx"
import { Row, Rows } from "../../kit/rows.tsx"
import { When } from "../../kit/when.tsx"
import type { AnswerOf } from "../ask.ts"
import { State } from "../ui/state.tsx"
import { happeningInWords, outcomeInWords } from "./audit-words.ts"

type Line = AnswerOf<"list-audit-entries">["items"][number]

interface Props {
  lines: readonly Line[]
  /** The connection belongs to the reader. */
  isOwn: boolean
  isLoaded: boolean
  hasMore: boolean
  onMore(): void
}

/** The calls of an app, newest first. */
export function AuditLines({ lines, isOwn, isLoaded, hasMore, onMore }: Props) {
  if (isLoaded && lines.length === 0) return <p>No activity yet.</p>
  return (
    <>
      <Rows>
        {lines.map((line) => (
          <Row
            key={line.id}
            title={<What {...line} isOwn={isOwn} />}
            detail={<WhenAndWhere {...line} />}
            action={<Outcome {...line} />}
          />
        ))}
      </Rows>
      {hasMore && (
        <div>
          <Button variant="subtle" onClick={onMore}>
            Load more
          </Button>
        </div>
      )}
    </>
  )
}

function What({ tool, outcome, thing, did, href, isOwn }: Line & { isOwn: boolean }) {
  if (tool === "connection") return happeningInWords(outcome, isOwn)
  if (href === null) return did
  if (!thing?.name) return <a href={href}>{did}</a>
  return (
    <>
      {did}: <a href={href}>{thing.name}</a>
    </>
  )
}

function WhenAndWhere({ tool, at, workspaceSlug, requestId }: Line) {
  return (
    <span title={requestId ? `Request ${requestId}` : undefined}>
      <When at={at} />
      {workspaceSlug && ` · in ${workspaceSlug}`}
      {tool !== "connection" && ` · ${tool}`}
    </span>
  )
}

function Outcome({ tool, outcome }: Line) {
  if (tool === "connection") return null
  const isFine = outcome === "ok" || outcome === "replayed"
  return <State words={outcomeInWords(outcome)} tone={isFine ? "good" : "bad"} />
}
