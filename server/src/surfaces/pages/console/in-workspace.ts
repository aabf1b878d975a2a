import type { Caller } from "#access/context.ts"
import { slugOrNone } from "#kernel/id-input.ts"
import type { Visit } from "../page.ts"

/** The beginning of a workspace's paths, in Fastify's syntax. It never matches another page's first part. */
export const workspacePath = "/:workspace(^[a-z0-9-]{3,32}$)"

/** The caller in the workspace of the address. `enter()` checks the membership. */
export function inWorkspace({ caller, params }: Pick<Visit, "caller" | "params">): Caller {
  const { workspace = "" } = params
  return caller.kind === "person" ? { ...caller, workspaceSlug: slugOrNone(workspace) } : caller
}
