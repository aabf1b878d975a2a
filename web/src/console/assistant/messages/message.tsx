import { memo, use } from "react"
import type { ShownCall, ShownMessage, ShownPart } from "../../../../../server/src/contract/shown.ts"
import { Notice } from "../../../kit/notice.tsx"
import { useChange } from "../../ask.ts"
import { SmallChange } from "../../ui/form.tsx"
import { State } from "../../ui/values/state.tsx"
import { ApprovalCard } from "../approval-card/approval-card.tsx"
import { Arguments } from "../approval-card/arguments.tsx"
import { FactList } from "../approval-card/fact-list.tsx"
import { callStateWords } from "../approval-card/state-words.ts"
import { TheirAnswer } from "../approval-card/their-answer.tsx"
import { Together } from "../approval-card/together.tsx"
import { VisibleText } from "../approval-card/visible-text.tsx"
import { withAddresses } from "../markdown/addresses.ts"
import { AddressesContext } from "../markdown/links.tsx"
import { Markdown } from "../markdown/markdown.tsx"
import { CopyButton } from "./copy-button.tsx"
import { alikeIn, groupParts, hasAnswered, isAllWell, type PartGroup, readsLine } from "./group-parts.ts"
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
        <SmallChange
          label={continuableCodes.includes(code) ? "Continue" : "Try again"}
          change={retry}
          input={{ conversationId }}
        />
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

/** The calls that only read, folded into one line. */
function CallsLine({ conversationId, calls }: { conversationId: string; calls: readonly ShownCall[] }) {
  return (
    <details className="calls small">
      <summary className="muted breaks">
        <VisibleText text={readsLine(calls)} />
        {!isAllWell(calls) && <State words="Partly failed" tone="note" />}
      </summary>
      <div className="indented stack gap-4">
        {calls.map((call) => (
          <Looked key={call.id} call={call} conversationId={conversationId} />
        ))}
      </div>
    </details>
  )
}

function Looked({ call, conversationId }: { call: ShownCall; conversationId: string }) {
  const { id, title, state, server, why, facts } = call
  return (
    <section className="stack gap-2 shrinks" aria-label={title}>
      <p>
        <strong dir="auto">
          <VisibleText text={title} />
        </strong>{" "}
        <State {...callStateWords[state]} />
        {server && <small dir="ltr"> {server.host}</small>}
      </p>
      {state !== "done" && why !== "" && <p className="quiet">{why}</p>}
      <Arguments call={call} />
      <FactList facts={facts} label="Result" />
      {hasAnswered(call) && <TheirAnswer conversationId={conversationId} callId={id} />}
    </section>
  )
}
