import type { Context } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { deleteFormerSlugs } from "./slug-store.ts"

/** Deletes the former slugs of workspaces and short links whose time has ended from the directory. */
export function sweepFormerSlugs(cx: Context): Promise<void> {
  return inBatches(cx, deleteFormerSlugs)
}
