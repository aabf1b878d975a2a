import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { WorkspaceName } from "./exchange.ts"
import type { WorkspaceIdOrSlug } from "./membership-store.ts"
import type { Role } from "./roles.ts"
import type { Scope } from "./scopes.ts"

/** The identity of a caller, from a session, a token or neither. `enter()` decides what the caller may do. */
export type Caller =
  | { readonly kind: "anonymous"; readonly network?: string }
  | {
      readonly kind: "person"
      readonly accountId: string
      readonly sessionId?: string
      /** Where the request came from, for the security log. */
      readonly network?: string
      readonly workspaceSlug?: string
    }
  | {
      readonly kind: "connection"
      readonly accountId: string
      readonly grantId: string
      readonly scopes: ReadonlySet<Scope>
      /** The one workspace of the grant, or the one that this call names. */
      readonly workspace: WorkspaceIdOrSlug
      /** The time of consent to a grant for one workspace. It ends for good when its person leaves the workspace. */
      readonly boundAt?: number
      /** The workspaces that were removed from a grant for every workspace. */
      readonly leftOut?: ReadonlySet<string>
    }
  | {
      readonly kind: "assistant"
      readonly accountId: string
      readonly workspace: { readonly workspaceId: WorkspaceId }
      readonly runId: string
      /** The only actions that it may perform now. */
      readonly may: ReadonlySet<object>
      /** The permission epoch when `may` was computed. A write fails if the epoch has changed. */
      readonly epoch: number
    }

export type SignedIn = Exclude<Caller, { kind: "anonymous" }>

export type ConnectionCaller = Extract<Caller, { kind: "connection" }> & {
  readonly workspace: { readonly workspaceId: WorkspaceId }
}

export const anonymous: Caller = { kind: "anonymous" }

/** A signed-in person, outside any workspace; `grantId` names the connection that acts for them. */
export interface Person {
  readonly accountId: string
  readonly grantId?: string
  readonly actsIn?: WorkspaceId
  /** The assistant's run that acts for them, and its permission epoch. */
  readonly run?: { readonly id: string; readonly epoch: number }
  readonly sessionId?: string
  /** Where the request came from, for the security log. */
  readonly network?: string
}

/** A member of a workspace, with their current role. */
export interface Member extends Person {
  readonly workspaceId: WorkspaceId
  readonly workspace: WorkspaceName
  readonly role: Role
}
