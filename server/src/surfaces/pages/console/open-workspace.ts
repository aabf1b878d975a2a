import { perform } from "#access/perform.ts"
import { getHead } from "#domains/live/index.ts"
import { getOwnWorkspace, listTrashedWorkspaces } from "#domains/workspaces/index.ts"
import { LeadsOn } from "../leads-on.ts"
import type { Visit } from "../page.ts"
import { inWorkspace } from "./in-workspace.ts"

/**
 * Redirects a former address to the present one, and the visitor's workspace in the trash to the page that restores it.
 * @throws LeadsOn, and the errors of `getOwnWorkspace`.
 */
export async function openWorkspace(visit: Visit) {
  const { app, path, params } = visit
  const asked = params.workspace ?? ""
  try {
    const caller = inWorkspace(visit)
    // Read first: the live stream reports every later change to the page.
    const { seq: followsFrom } = await perform({ app, caller }, getHead, {})
    const workspace = await perform({ app, caller }, getOwnWorkspace, {})
    if (workspace.slug !== asked) throw new LeadsOn(`/${workspace.slug}${path.slice(asked.length + 1)}`)
    return { ...workspace, followsFrom }
  } catch (error) {
    if (!(error instanceof LeadsOn) && (await isInTrash(visit, asked))) throw new LeadsOn("/workspaces/trash")
    throw error
  }
}

async function isInTrash({ app, caller }: Visit, slug: string): Promise<boolean> {
  const { items } = await perform({ app, caller }, listTrashedWorkspaces, {})
  return items.some((item) => item.slug === slug)
}
