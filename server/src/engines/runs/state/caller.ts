import type { Caller } from "#access/caller.ts"
import type { RunState } from "./load-run.ts"

/** The assistant as the caller of an action: for the run's person, with what it may perform now and nothing else. */
export function callerFor(
  { run, member }: Pick<RunState, "run" | "member">,
  { epoch, may }: { epoch: number; may: readonly object[] },
): Caller {
  const workspace = { workspaceId: member.workspaceId }
  return { kind: "assistant", accountId: member.accountId, workspace, runId: run.id, may: new Set(may), epoch }
}
