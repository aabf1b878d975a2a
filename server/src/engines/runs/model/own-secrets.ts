import { type Handles, updateConversation } from "#domains/assistant/on-demand.ts"
import type { Engine } from "../state/engine.ts"
import { holdToAdd } from "../state/in-turn.ts"
import type { RunState } from "../state/load-run.ts"
import type { Turn } from "../state/turn.ts"
import { hideSecrets, sealHandles } from "./handles.ts"

/**
 * Keeps a placeholder for each address that opens something and that the person wrote themselves or gave in a file, of
 * which `handles` has those: whatever the model does with it means that address, in this step and in each later one.
 *
 * @returns the state with the new placeholders. @throws TurnLost
 */
export async function hideOwnSecrets(
  { app, cx, live }: Engine,
  turn: Turn,
  { state, handles: ofFiles }: { state: RunState; handles: Handles },
): Promise<RunState> {
  const { id } = state.conversation
  const own = state.messages.filter(({ role }) => role === "person").flatMap(({ parts }) => parts)
  const texts = own.map((part) => (part.type === "text" ? part.text : ""))
  const { handles } = hideSecrets(app, texts.join("\n"), ofFiles)
  if (Object.keys(handles).length === Object.keys(state.handles).length) return state
  await cx.atomically(async (inside) => {
    await holdToAdd(inside, turn.run)
    await updateConversation(inside, id, { handles_sealed: sealHandles(app, id, handles) })
  })
  live.touch(id)
  return { ...state, handles }
}
