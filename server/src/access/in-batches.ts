import type { Context, Inside } from "./context.ts"

/** How many rows one transaction of a sweep removes, so that no writer waits long. */
export const batchSize = 500

/** Has `remove` remove up to `limit` rows again and again, each time in a transaction of its own, until none is left. */
export async function inBatches(cx: Context, remove: (cx: Inside, limit: number) => Promise<number>): Promise<void> {
  while ((await cx.atomically((cx) => remove(cx, batchSize))) === batchSize);
}
