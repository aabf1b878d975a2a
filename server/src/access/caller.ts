import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { WorkspaceName } from "./exchange.ts"
import type { InWorkspace } from "./membership-store.ts"
import type { Role } from "./roles.ts"
import type { Scope } from "./scopes.ts"

/** Who is asking. A surface establishes it (session, token, nobody); what they may do is decided in `enter()`. */
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
      /** An agent, acting for the person who granted it. */
      readonly kind: "connection"
      readonly accountId: string
      readonly grantId: string
      readonly scopes: ReadonlySet<Scope>
      /** The one workspace of the grant, or the one that this call names. */
      readonly workspace: InWorkspace
      /** When it was granted, if it is bound to one workspace. It is no longer good after its person left and joined again. */
      readonly boundAt?: number
      /** The workspaces in which a grant for every workspace was ended. */
      readonly leftOut?: ReadonlySet<string>
    }
  | {
      /** The assistant inside a workspace, at work for the person who asked it. */
      readonly kind: "assistant"
      readonly accountId: string
      readonly workspace: { readonly workspaceId: WorkspaceId }
      readonly runId: string
      /** The actions that it may perform now; there is no other way in. */
      readonly may: ReadonlySet<object>
      /** The count of what narrowed the workspace's permissions when `may` was worked out. A write holds it. */
      readonly epoch: number
    }

export type SignedIn = Exclude<Caller, { kind: "anonymous" }>

/** An agent whose call acts in a workspace that is known by its id. */
export type ConnectionCaller = Extract<Caller, { kind: "connection" }> & {
  readonly workspace: { readonly workspaceId: WorkspaceId }
}

export const anonymous: Caller = { kind: "anonymous" }

/** A signed-in person, outside any workspace; `grantId` names the connection that acts for them. */
export interface Person {
  readonly accountId: string
  readonly grantId?: string
  /** The workspace that the calls of this connection act in now. */
  readonly actsIn?: WorkspaceId
  /** The run of the assistant that acts for them, and the permissions that it was let in by. */
  readonly run?: { readonly id: string; readonly epoch: number }
  /** The session of the browser that they are signed in with. */
  readonly sessionId?: string
  /** Where the request came from, for the security log. */
  readonly network?: string
}

/** A person inside a workspace they belong to, with the role they hold now. */
export interface Member extends Person {
  readonly workspaceId: WorkspaceId
  readonly workspace: WorkspaceName
  readonly role: Role
}
