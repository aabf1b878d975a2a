import { Row, Rows } from "../../kit/section.tsx"
import { When } from "../../kit/when.tsx"
import type { AnswerOf } from "../calls.ts"
import { MoreRows } from "../ui/lists/more-rows.tsx"
import type { LoadedList } from "../ui/lists/use-list.ts"
import { State } from "../ui/values/state.tsx"

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

const happenings: Record<string, string> = {
  granted: "Connected by {who}",
  revoked: "Disconnected by {who}",
  ended_by_admin: "Disconnected by an admin",
  no_longer_member: "Disconnected: no longer a member",
  left_out: "Removed from this workspace by {who}",
  left_out_by_admin: "Removed from this workspace by an admin",
  code_replayed: "Disconnected: code used twice",
  refresh_token_reused: "Disconnected: token reused",
}

const outcomes: Record<string, string> = {
  ok: "Done",
  replayed: "Repeated",
  invalid_request: "Refused: invalid input",
  insufficient_scope: "Refused: no permission",
  workspace_forbidden: "Refused: no access to workspace",
  not_found: "Refused: not found",
  conflict: "Refused: conflict",
  rate_limited: "Refused: too many requests",
  upstream_error: "Failed: service unavailable",
  internal_error: "Failed",
}

/** An event of the connection itself; `isOwn`: it belongs to the reader. */
function happeningInWords(outcome: string, isOwn: boolean): string {
  return (happenings[outcome] ?? plain(outcome)).replace("{who}", isOwn ? "you" : "the member")
}

function outcomeInWords(outcome: string): string {
  return outcomes[outcome] ?? `Refused: ${plain(outcome)}`
}

const plain = (code: string) => code.replaceAll("_", " ")
