import type { ShownCall } from "../../../../../server/src/contract/shown.ts"
import { State } from "../../ui/values/state.tsx"
import { Arguments } from "../approval-card/arguments.tsx"
import { FactList } from "../approval-card/fact-list.tsx"
import { callStateWords } from "../approval-card/state-words.ts"
import { TheirAnswer } from "../approval-card/their-answer.tsx"
import { VisibleText } from "../approval-card/visible-text.tsx"
import { hasAnswered, isAllWell, readsLine } from "./group-parts.ts"

/** The calls that only read, folded into one line. */
export function CallsLine({ conversationId, calls }: { conversationId: string; calls: readonly ShownCall[] }) {
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
