import { type RefObject, useEffect, useId, useRef } from "react"
import type { ShownCall } from "../../../../../server/src/contract/shown.ts"
import { When } from "../../../kit/when.tsx"
import { useChange } from "../../ask.ts"
import { SmallChange } from "../../ui/form.tsx"
import { State } from "../../ui/values/state.tsx"
import { hasAnswered } from "../messages/group-parts.ts"
import { AnswerButtons } from "./answer.tsx"
import { Arguments } from "./arguments.tsx"
import { FactList } from "./fact-list.tsx"
import { callStateWords } from "./state-words.ts"
import { TheirAnswer } from "./their-answer.tsx"
import { VisibleText } from "./visible-text.tsx"

interface Props {
  conversationId: string
  /** One call, or all calls of a plan, which are answered and run together. */
  calls: readonly ShownCall[]
}

/** An approval card. It shows the call itself, never the model's description of it. */
export function ApprovalCard({ conversationId, calls }: Props) {
  const titleId = useId()
  const card = useRef<HTMLFieldSetElement>(null)
  const [first] = calls
  const isWaiting = calls.some(({ state }) => state === "waiting")
  useFocusOnce(card, isWaiting)
  if (!first) return null
  const isPlan = calls.length > 1
  return (
    <fieldset ref={card} className="card" aria-labelledby={titleId} tabIndex={-1} data-waiting={isWaiting || undefined}>
      {isPlan && <h3 id={titleId}>{calls.length} steps, applied together</h3>}
      {calls.map((call) => (
        <Step key={call.id} call={call} titleId={isPlan ? undefined : titleId} conversationId={conversationId} />
      ))}
      {isWaiting && (
        <>
          <Why calls={calls} />
          <AnswerButtons conversationId={conversationId} calls={calls} card={card} />
        </>
      )}
    </fieldset>
  )
}

interface StepProps {
  call: ShownCall
  /** Undefined for a step of a plan, whose card has a title of its own. */
  titleId: string | undefined
  conversationId: string
}

function Step({ call, titleId, conversationId }: StepProps) {
  const { state, title, rehearsal, facts, why } = call
  const isOpen = state === "waiting" || state === "proposed"
  const Title = titleId === undefined ? "h4" : "h3"
  return (
    <div className="step">
      <header className="flex top between gap-3">
        <Title id={titleId} dir="auto">
          <VisibleText text={title} />
        </Title>
        <State {...callStateWords[state]} />
      </header>
      {call.server && <Where server={call.server} tool={call.tool} />}
      <FactList facts={call.about} label="About" />
      {isOpen ? (
        <Arguments call={call} />
      ) : (
        <details>
          <summary>Input</summary>
          <Arguments call={call} />
        </details>
      )}
      {isOpen && rehearsal && <Rehearsal rehearsal={rehearsal} />}
      {isOpen && !call.canUndo && <p className="quiet">This can't be undone here.</p>}
      {isOpen && call.canUndo && rehearsal?.outcome !== "refused" && <p className="quiet">You can undo this.</p>}
      {!isOpen && state !== "done" && state !== "undone" && why !== "" && <p className="quiet">{why}</p>}
      <Outcome call={call} />
      {!isOpen && <FactList facts={newIn(facts, call.about)} label="Result" />}
      {hasAnswered(call) && <TheirAnswer conversationId={conversationId} callId={call.id} />}
      {state === "done" && <Undo call={call} conversationId={conversationId} />}
    </div>
  )
}

/** The facts that are not among those above. */
const newIn = (facts: ShownCall["facts"], above: ShownCall["about"]) =>
  facts.filter(({ label, value }) => !above.some((one) => one.label === label && one.value === value))

/** Text of an external server is set apart from the service's own. */
function Outcome({ call: { server, summary, state } }: { call: ShownCall }) {
  if (summary === "" || state === "waiting" || state === "proposed") return null
  if (!server) return <p>{summary}</p>
  return (
    <figure className="theirs">
      <figcaption className="muted smallest">{server.host}</figcaption>
      <pre className="smaller breaks" dir="auto">
        <VisibleText text={summary} />
      </pre>
    </figure>
  )
}

function Where({ server, tool }: { server: NonNullable<ShownCall["server"]>; tool: string }) {
  return (
    <p className="where">
      Sent to <strong dir="ltr">{server.host}</strong>{" "}
      {server.asWhom === null ? (
        "without sign-in"
      ) : (
        <>
          as <strong dir="auto">{server.asWhom}</strong>
        </>
      )}
      <small className="muted" dir="auto">
        {server.name}, {tool.replace(/^s\d+__/, "")}
      </small>
    </p>
  )
}

function Rehearsal({ rehearsal }: { rehearsal: NonNullable<ShownCall["rehearsal"]> }) {
  if (rehearsal.outcome === "would") {
    return (
      <div className="outcome">
        <p className="quiet">Preview</p>
        <FactList facts={rehearsal.facts} label="Preview" />
      </div>
    )
  }
  return (
    <p className="fault" role="note">
      This would fail: {rehearsal.text}
    </p>
  )
}

/** The reasons for asking, each once, and the earliest deadline. */
function Why({ calls }: { calls: readonly ShownCall[] }) {
  const reasons = [...new Set(calls.map(({ why }) => why))].filter((why) => why !== "")
  const ends = calls.flatMap(({ expiresAt }) => (expiresAt === null ? [] : expiresAt))
  return (
    <p className="quiet">
      {reasons.join(" ")}{" "}
      {ends.length > 0 && (
        <>
          Expires <When at={Math.min(...ends)} />.
        </>
      )}
    </p>
  )
}

/** Focuses an element that needs an answer, once, unless the person is typing or works outside of the assistant. */
function useFocusOnce(element: RefObject<HTMLElement | null>, isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const { activeElement } = document
    const isInAssistant = activeElement?.closest(".assistant") ?? activeElement === document.body
    const isWriting = activeElement instanceof HTMLTextAreaElement && activeElement.value !== ""
    if (isInAssistant && !isWriting) element.current?.focus({ preventScroll: true })
  }, [element, isNeeded])
}

/** Undoes a call, unless the thing was changed afterwards. */
function Undo({ call, conversationId }: { call: ShownCall; conversationId: string }) {
  const { id, title, canUndo, undoRefusal } = call
  const undo = useChange("undo-calls", { makesStale: [] })
  if (!canUndo) return undoRefusal ? <p className="quiet">{undoRefusal}</p> : null
  return (
    <div className="undo">
      {undoRefusal && <p className="fault">{undoRefusal}</p>}
      <SmallChange label="Undo" about={`Undo: ${title}`} change={undo} input={{ conversationId, callId: id }} />
    </div>
  )
}
