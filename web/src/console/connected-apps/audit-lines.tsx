import { Row, Rows } from "../../kit/rows.tsx"
import { When } from "../../kit/when.tsx"
import type { AnswerOf } from "../ask.ts"
import { MoreRows } from "../ui/lists/more-rows.tsx"
import type { LoadedList } from "../ui/lists/use-list.ts"
import { State } from "../ui/values/state.tsx"
import { happeningInWords, outcomeInWords } from "./audit-words.ts"

type Line = AnswerOf<"list-audit-entries">["items"][number]

interface Props {
  list: LoadedList<Line>
  /** The connection belongs to the reader. */
  isOwn: boolean
}

export function AuditLines({ list, isOwn }: Props) {
  if (list.isLoaded && list.items.length === 0) return <p className="apart">No activity yet.</p>
  return (
    <>
      <Rows>
        {list.items.map((line) => (
          <Row
            key={line.id}
            title={<What {...line} isOwn={isOwn} />}
            detail={<WhenAndWhere {...line} />}
            action={<Outcome {...line} />}
          />
        ))}
      </Rows>
      <MoreRows list={list} />
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
