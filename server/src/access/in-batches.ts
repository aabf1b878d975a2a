import type { Context, Inside } from "./context.ts"

/** How many rows one transaction of a sweep removes, so that no writer waits long. */
const usualSize = 500

/**
 * Calls `remove` until nothing is left to remove, each time in a transaction of its own. It removes up to `limit` rows
 * and answers how many it removed.
 */
export async function inBatches(
  cx: Context,
  remove: (cx: Inside, limit: number) => Promise<number>,
  batchSize = usualSize,
): Promise<void> {
  while ((await cx.atomically((cx) => remove(cx, batchSize))) === batchSize);
}
