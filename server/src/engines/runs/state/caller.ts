import type { Caller } from "#access/context.ts"
import type { RunState } from "./load-run.ts"

/** The assistant as a caller on behalf of the run's person. It may perform only the actions in `may`. */
export function callerFor(
  { run, member }: Pick<RunState, "run" | "member">,
  { epoch, may }: { epoch: number; may: readonly object[] },
): Caller {
  const workspace = { workspaceId: member.workspaceId }
  return { kind: "assistant", accountId: member.accountId, workspace, runId: run.id, may: new Set(may), epoch }
}
