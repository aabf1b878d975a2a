import { memo, use } from "react"
import type { ShownMessage, ShownPart } from "../../../../../server/src/contract/shown.ts"
import { Button } from "../../../kit/button.tsx"
import { Notice } from "../../../kit/notice.tsx"
import { useChange } from "../../use-change.ts"
import { ApprovalCard } from "../approval-card/approval-card.tsx"
import { Together } from "../approval-card/together.tsx"
import { withAddresses } from "../markdown/addresses.ts"
import { AddressesContext } from "../markdown/links.tsx"
import { Markdown } from "../markdown/markdown.tsx"
import { CallsLine } from "./calls-line.tsx"
import { CopyButton } from "./copy-button.tsx"
import { alikeIn, groupParts, type PartGroup } from "./group-parts.ts"
import { FileChip, PersonMessage } from "./person-message.tsx"

interface Props {
  conversationId: string
  message: ShownMessage
  canAsk: boolean
  isLast: boolean
  /** The text of the finished answer, below its last part. */
  copyText?: string | undefined
  tokensRead: number
  tokensWritten: number
}

/** Memoized: renders only when the message changes. */
export const Message = memo(function Message(props: Props) {
  const { message, conversationId, canAsk } = props
  if (message.role === "person") return <PersonMessage {...{ message, conversationId, canAsk }} />
  return (
    <article className="message answer" aria-label="Assistant">
      {groupParts(message.parts).map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only added at the end.
        <GroupView key={at} group={group} {...props} />
      ))}
      {alikeIn(message).map((calls) => (
        <Together key={calls[0]?.tool} calls={calls} conversationId={conversationId} />
      ))}
      <Below {...props} />
    </article>
  )
})

function GroupView({ group, conversationId, canAsk, isLast }: Props & { group: PartGroup }) {
  if (group.is === "reads") return <CallsLine conversationId={conversationId} calls={group.calls} />
  if (group.is === "approval card") return <ApprovalCard conversationId={conversationId} calls={group.calls} />
  const { part } = group
  if (part.type === "text") {
    return (
      <div className="text">
        <Markdown text={part.text} cited={part.cited} />
      </div>
    )
  }
  if (part.type === "file") return <FileChip {...part} />
  return <NoticeOfRun part={part} conversationId={conversationId} isEnd={isLast && canAsk} />
}

interface NoticeProps {
  part: Extract<ShownPart, { type: "notice" }>
  conversationId: string
  /** The run can be continued after it. */
  isEnd: boolean
}

/** After these notices, the run continues from the partial answer. */
const continuableCodes = ["length", "limit"]

function NoticeOfRun({ part: { code, text, canRetry }, conversationId, isEnd }: NoticeProps) {
  const retry = useChange("retry-run", { makesStale: ["list-conversations"] })
  if (code === "summary") return <Summary text={text} />
  return (
    <Notice tone="note" title={text}>
      {canRetry && isEnd && (
        <Button size="sm" variant="default" isBusy={retry.isPending} onClick={() => retry.mutate({ conversationId })}>
          {continuableCodes.includes(code) ? "Continue" : "Try again"}
        </Button>
      )}
    </Notice>
  )
}

/** The summary that replaces the beginning of a long conversation in the model's context. */
function Summary({ text }: { text: string }) {
  return (
    <details className="calls small">
      <summary className="muted breaks">Earlier messages were summarized</summary>
      <div className="text indented stack gap-4">
        <Markdown text={text} cited={[]} />
      </div>
    </details>
  )
}

function Below({ copyText, tokensRead, tokensWritten }: Props) {
  const addresses = use(AddressesContext)
  if (copyText === undefined) return null
  return (
    <footer className="below">
      {copyText !== "" && <CopyButton text={withAddresses(copyText, addresses)} label="Copy answer" />}
      {tokensRead + tokensWritten > 0 && (
        <details className="tokens flex gap-2">
          <summary>Tokens</summary>
          <span>
            {tokensRead.toLocaleString()} read, {tokensWritten.toLocaleString()} written
          </span>
        </details>
      )}
    </footer>
  )
}
