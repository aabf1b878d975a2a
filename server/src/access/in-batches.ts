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
