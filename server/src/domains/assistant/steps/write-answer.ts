import type { Inside, Member } from "#access/context.ts"
import { type ProposedCall, proposeCall } from "../calls/index.ts"
import { type ConversationRow, insertMessage, updateMessage } from "../conversations/index.ts"
import type { RunRow } from "../runs/index.ts"
import type { StoredPart } from "../stored.ts"

/** The tokens that a message took. */
interface Taken {
  readonly input: number
  readonly output: number
}

/** Adds a message to the branch. Without `taken` it is still being written; if it stays so, its process was killed. */
export function addAnswer(
  cx: Inside,
  {
    run,
    conversation,
  }: { run: Pick<RunRow, "id">; conversation: Pick<ConversationRow, "id" | "workspace_id" | "head_id"> },
  { id, parts, taken }: { id: string; parts: readonly StoredPart[]; taken: Taken | null },
): Promise<void> {
  return insertMessage(cx, {
    id,
    workspace_id: conversation.workspace_id,
    conversation_id: conversation.id,
    parent_id: conversation.head_id,
    role: "assistant",
    run_id: run.id,
    parts: JSON.stringify(parts),
    facts: null,
    input_tokens: taken?.input ?? null,
    output_tokens: taken?.output ?? null,
  })
}

/** Stores the text that a model has written so far. */
export function keepText(cx: Inside, id: string, parts: readonly StoredPart[]): Promise<void> {
  return updateMessage(cx, id, { parts: JSON.stringify(parts) })
}

export interface CallPlace {
  /** The number of parts before the call. */
  readonly at: number
  readonly extra?: unknown
}

interface Ended {
  readonly id: string
  readonly parts: readonly StoredPart[]
  /** The calls that the model made. Each gets a part, and is proposed. */
  readonly calls?: readonly (ProposedCall & { refused?: string | undefined })[]
  /** The places of the calls. A call without one is at the end. */
  readonly places?: readonly CallPlace[]
  /** The notice below the answer. */
  readonly notice?: StoredPart | undefined
  readonly taken: Taken
}

/** Ends a message that was being written, and proposes its calls. */
export async function endAnswer(
  cx: Inside & Pick<Member, "workspaceId" | "accountId" | "role">,
  { id, parts, calls = [], places = [], notice, taken }: Ended,
): Promise<void> {
  for (const call of calls) await proposeCall(cx, call)
  const placed = calls.map(({ id }, index) => ({ id, at: parts.length, ...places[index] }))
  const whole = [...withCalls(parts, placed), ...(notice ? [notice] : [])]
  await updateMessage(cx, id, {
    parts: JSON.stringify(whole),
    input_tokens: taken.input,
    output_tokens: taken.output,
  })
}

/** Providers want their thoughts back where they were: between the calls. */
function withCalls(
  parts: readonly StoredPart[],
  calls: readonly (CallPlace & { readonly id: string })[],
): StoredPart[] {
  const partsOf = (at: number) =>
    calls.filter((call) => call.at === at).map(({ at: _, ...call }): StoredPart => ({ type: "call", ...call }))
  return [...parts.flatMap((part, at) => [...partsOf(at), part]), ...partsOf(parts.length)]
}
