import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Context, Inside } from "./context.ts"

/** Rows per transaction of a sweep, so that writers do not wait long. */
export const usualSize = 500

/** Calls `remove`, which returns how many rows it removed, in separate transactions until nothing is left. */
export async function inBatches(
  cx: Context,
  remove: (cx: Inside, limit: number) => Promise<number>,
  batchSize = usualSize,
): Promise<void> {
  while ((await cx.atomically((cx) => remove(cx, batchSize))) === batchSize);
}

/** A part of emptying a workspace: deletes at most `limit` rows, and returns how many. It is repeated until it is 0. */
export type EmptyStep = (cx: Inside, workspaceId: WorkspaceId, limit: number) => Promise<number>
