import { hash } from "node:crypto"
import type { ModelEvent } from "#adapters/models/port.ts"
import type { AssistantTool, CallRow, ProposedCall } from "#domains/assistant/on-demand.ts"
import { canonicalJson } from "#kernel/canonical-json.ts"
import { newOrderedId } from "#kernel/ids.ts"
import { showSecrets } from "../model/handles.ts"
import { type RunState, toolOf } from "../state/load-run.ts"
import { shownFacts } from "./result.ts"

type Proposed = Extract<ModelEvent, { type: "call" }>

/** Turns a model's call into a row. `refused` says why the call cannot be carried out. */
export function toCall(
  state: RunState,
  proposed: Proposed,
  {
    messageId,
    position,
    now,
    most,
    isCut,
  }: { messageId: string; position: number; now: number; most: number; isCut: boolean },
): ProposedCall & { refused: string | undefined } {
  const tool = toolOf(state, proposed.name)
  const given = argumentsOf(proposed)
  const written = canonicalJson((given && tool?.readInput(given)) ?? given ?? {})
  // A tool server never gets a secret address, even in an approved call.
  const text = tool?.server ? written : pinned(state, tool, showSecrets(written, state.handles))
  const refused = isCut
    ? "Your answer reached its limit in the middle of this call, and it was not carried out. Call again with less at once."
    : refusalOf(state, { proposed, text, isObject: given !== undefined, position, most })
  return {
    id: newOrderedId("call", now),
    conversation_id: state.conversation.id,
    run_id: state.run.id,
    message_id: messageId,
    wire_id: proposed.id,
    position,
    tool: proposed.name.slice(0, 64),
    arguments: text,
    arguments_digest: hash("sha256", text, "hex"),
    definition_digest: tool?.digest ?? "",
    refused,
    ...notJudged,
    ...notDecided,
    ...notRun,
    facts: shownFacts(tool, {}),
    created_at: now,
    updated_at: now,
  }
}

const notJudged = { level: "ask", layer: "member", why: "", offers: "[]", plan: null, rehearsal: null } as const
const notDecided = { decision: null, decided_by: null, decided_at: null, word: null, expires_at: null } as const
const notRun = { result: null, summary: "", undo: null, undo_refusal: null } as const

/**
 * Adds the argument that the action would choose at random, derived from the arguments and the number of equal earlier
 * calls. Declined calls are not counted, so a repeated one gets the same value and is recognised as declined.
 */
function pinned({ conversation, calls }: RunState, tool: AssistantTool | undefined, text: string): string {
  if (!tool?.pins) return text
  const { name, from } = tool.pins
  const given = JSON.parse(text) as Record<string, unknown>
  if (given[name] !== undefined) return text
  const without = ({ arguments: text }: CallRow) => canonicalJson({ ...JSON.parse(text), [name]: undefined })
  const earlier = calls.filter((call) => call.tool === tool.name && call.state !== "declined" && without(call) === text)
  return canonicalJson({ ...given, [name]: from(`${conversation.id} ${earlier.length} ${text}`) })
}

function argumentsOf({ arguments: given, malformed }: Proposed): Record<string, unknown> | undefined {
  if (malformed !== undefined || typeof given !== "object" || given === null || Array.isArray(given)) return undefined
  return given as Record<string, unknown>
}

/** Why a call is refused before it is judged; undefined where it is not. */
function refusalOf(
  state: RunState,
  {
    proposed,
    text,
    isObject,
    position,
    most,
  }: { proposed: Proposed; text: string; isObject: boolean; position: number; most: number },
): string | undefined {
  const tool = toolOf(state, proposed.name)
  if (!tool) return "There is no such tool."
  if (!isObject) return "The arguments are no JSON object."
  if (state.run.calls + position >= most) return "This answer has used all the calls that it may."
  const digest = hash("sha256", text, "hex")
  const isDeclined = state.calls.some(
    (call) =>
      call.run_id === state.run.id &&
      call.state === "declined" &&
      call.tool === tool.name &&
      call.arguments_digest === digest,
  )
  if (isDeclined) return "The person declined this very call. Do not try it again."
  const read = tool.action.input.safeParse(JSON.parse(text))
  if (read.success) return tool.needs(read.data, (name) => answersOf(state, name))
  const [issue] = read.error.issues
  return `The arguments do not fit: ${issue ? `${issue.path.join(".") || "they"}: ${issue.message}` : "see the schema"}`
}

function answersOf({ calls }: RunState, tool: string): Record<string, unknown>[] {
  const done = calls.filter((call) => call.tool === tool && call.state === "done" && call.result !== null)
  return done.map(({ result }) => JSON.parse(result ?? "{}") as Record<string, unknown>)
}
