import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Inside, Reading } from "#storage/database.ts"

/** A part of emptying a workspace: deletes at most `limit` rows, and returns how many. It is repeated until it is 0. */
export type EmptyStep = (cx: Inside, workspaceId: WorkspaceId, limit: number) => Promise<number>

/** A part of erasing an account: a domain forgets the person. */
export type EraseStep = (cx: Inside, account: { readonly id: string; readonly email: string }) => Promise<void>

/** The sizes of a workspace's content besides files, in bytes, including the trash. */
export interface Sizes {
  readonly docs: number
  readonly versions: number
  readonly conversations: number
  readonly links: number
}

/** Measures a domain's part of a workspace's content, without reading any stored text. */
export type MeasureStep = (cx: Reading, workspaceId: WorkspaceId) => Promise<Partial<Sizes>>
