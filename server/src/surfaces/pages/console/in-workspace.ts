import type { Caller } from "#access/caller.ts"
import type { Visit } from "../page.ts"

/** Where the pages of a workspace begin, as Fastify writes paths. It cannot stand for another page's first part. */
export const workspacePath = "/:workspace(^[a-z0-9-]{3,32}$)"

/** The caller, in the workspace that the address names. Whether they belong there is checked by `enter()`. */
export function inWorkspace({ caller, params }: Pick<Visit, "caller" | "params">): Caller {
  const { workspace = "" } = params
  // What cannot be a slug is nobody's; PostgreSQL would refuse one that holds NUL.
  const workspaceSlug = /^[a-z0-9-]+$/.test(workspace) ? workspace : ""
  return caller.kind === "person" ? { ...caller, workspaceSlug } : caller
}
