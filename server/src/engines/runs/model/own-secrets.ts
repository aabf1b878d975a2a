import { type Handles, storeHandles } from "#domains/assistant/on-demand.ts"
import type { Engine } from "../state/engine.ts"
import type { RunState } from "../state/load-run.ts"
import type { RunLease } from "../state/run-lease.ts"
import { hideSecrets } from "./handles.ts"

/**
 * Stores placeholders for secrets of the person and of attached files (`handles`), for later steps. @throws LeaseLost
 */
export async function hideOwnSecrets(
  { app, cx, live }: Engine,
  lease: RunLease,
  { state, handles: ofFiles }: { state: RunState; handles: Handles },
): Promise<RunState> {
  const { id } = state.conversation
  const own = state.messages.filter(({ role }) => role === "person").flatMap(({ parts }) => parts)
  const texts = own.map((part) => (part.type === "text" ? part.text : ""))
  const { handles } = hideSecrets(app, texts.join("\n"), ofFiles)
  if (Object.keys(handles).length === Object.keys(state.handles).length) return state
  await cx.atomically((inside) => storeHandles({ ...inside, keyring: app.keyring }, lease.run, handles))
  live.touch(id)
  return { ...state, handles }
}
