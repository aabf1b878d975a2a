import type { Inside, Reading } from "#access/context.ts"
import { ServiceError } from "#kernel/error.ts"
import type { PersonAction, WorkspaceAction } from "./action.ts"
import type { Caller, Member, Person, WorkspaceId } from "./caller.ts"
import { holdGrant } from "./grant-store.ts"
import { findMembership, holdMembership, type InWorkspace } from "./membership-store.ts"
import { roleCovers } from "./roles.ts"
import type { Scope } from "./scopes.ts"

type SignedIn = Exclude<Caller, { kind: "anonymous" }>

/** Lets a signed-in person through to a rule that concerns no workspace. */
export function identify(caller: Caller, action: PersonAction): Person {
  const person = signedIn(caller)
  needScope(person, action.scope)
  return personOf(person)
}

/**
 * The only door into a workspace. Reads membership and role anew on every call, so that a removal or a demotion bites
 * on the next one; nothing is cached. Nothing else makes a `WorkspaceId`.
 *
 * @throws ServiceError `invalid_token` (nobody is signed in), `insufficient_scope`, `workspace_forbidden` (not a member
 * now, or the role does not suffice).
 */
export async function enter(cx: Reading, caller: Caller, action: WorkspaceAction): Promise<Member> {
  const person = signedIn(caller)
  needScope(person, action.scope)
  const membership = await findMembership(cx, person.accountId, workspaceOf(person))
  if (!membership || isOlder(person, membership.created_at)) throw notAMember()
  if (isLeftOut(person, membership.workspace_id)) throw outOfReach()
  if (!roleCovers(membership.role, action.role)) throw roleTooWeak(action)
  return {
    ...personOf(person),
    workspaceId: membership.workspace_id as WorkspaceId,
    workspace: { slug: membership.slug, name: membership.name },
    role: membership.role,
  }
}

/**
 * Asks again inside a member's transaction and holds the answer until it ends: what is written there was allowed when
 * it was committed, and a removal or a revocation that has committed lets nothing more through.
 */
export async function stay(cx: Inside, member: Member, action: WorkspaceAction): Promise<void> {
  // Membership before grant: in the order that a removal takes them, so that neither waits for the other for ever.
  const membership = await holdMembership(cx, member.accountId, member.workspaceId)
  if (!membership) throw notAMember()
  await stayGranted(cx, member, member.workspaceId)
  if (!roleCovers(membership.role, action.role)) throw roleTooWeak(action)
}

/** The same for a person outside any workspace: their connection, if one acts for them, must still be granted. */
export async function stayGranted(cx: Inside, person: Person, workspaceId?: string): Promise<void> {
  if (person.grantId === undefined) return
  const standing = await holdGrant(cx, person.grantId, workspaceId)
  if (standing === "ended") throw connectionEnded()
  if (standing === "out of reach") throw outOfReach()
}

function personOf({ accountId, ...caller }: SignedIn): Person {
  if (caller.kind === "connection") return { accountId, grantId: caller.grantId, ...actsIn(caller.workspace) }
  const { sessionId, network } = caller
  return { accountId, ...(sessionId !== undefined && { sessionId }), ...(network !== undefined && { network }) }
}

function actsIn(workspace: InWorkspace): Pick<Person, "actsIn"> {
  return "workspaceId" in workspace ? { actsIn: workspace.workspaceId } : {}
}

/**
 * Tells whether a connection was granted before its person joined, at `joinedAt`, the workspace it is bound to: a
 * removal ends connections for good, and who is invited back grants anew.
 */
export function isOlder(caller: Caller, joinedAt: number): boolean {
  return caller.kind === "connection" && caller.boundAt !== undefined && caller.boundAt < joinedAt
}

function isLeftOut(caller: Caller, workspaceId: string): boolean {
  return caller.kind === "connection" && caller.leftOut?.has(workspaceId) === true
}

function signedIn(caller: Caller): SignedIn {
  if (caller.kind === "anonymous") {
    throw new ServiceError("invalid_token", "Nobody is signed in.", { hint: "Sign in and try again." })
  }
  return caller
}

function needScope(caller: SignedIn, scope: Scope | "console"): void {
  if (caller.kind === "person") return
  if (scope !== "console" && caller.scopes.has(scope)) return
  throw new ServiceError("insufficient_scope", `This connection was not granted ${scope}.`, {
    hint: "Connect again and ask for that scope.",
  })
}

function workspaceOf(caller: SignedIn): InWorkspace {
  if (caller.kind === "connection") return caller.workspace
  return { slug: caller.workspaceSlug ?? "" }
}

/** The connection was ended while the call ran. */
const connectionEnded = () =>
  new ServiceError("invalid_token", "This connection was ended.", { hint: "Connect again." })

/** The person belongs to the workspace, and this connection of theirs was ended there. */
const outOfReach = () =>
  new ServiceError("workspace_forbidden", "This connection does not reach this workspace any more.", {
    hint: "Connect again, or choose another workspace.",
  })

const notAMember = () =>
  new ServiceError("workspace_forbidden", "You are not a member of this workspace.", {
    hint: "Ask its owner for an invitation, or choose another workspace.",
  })

const roleTooWeak = (action: WorkspaceAction) =>
  new ServiceError("workspace_forbidden", `This needs the role ${action.role} or a stronger one.`, {
    hint: "Ask an admin of the workspace to do it, or to change your role.",
    neededRole: action.role,
  })
