import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Inside } from "#storage/database.ts"

/** A part of emptying a workspace: deletes at most `limit` rows, and returns how many. It is repeated until it is 0. */
export type EmptyStep = (cx: Inside, workspaceId: WorkspaceId, limit: number) => Promise<number>

/** A part of erasing an account: a domain forgets the person. */
export type EraseStep = (cx: Inside, account: { readonly id: string; readonly email: string }) => Promise<void>
