import { ServiceError } from "#kernel/error.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { PersonAction, PublicAction, WorkspaceAction } from "./action.ts"
import type {
  Caller,
  Inside,
  Member,
  Outside,
  Person,
  Reading,
  SignedIn,
  WorkspaceIdOrSlug,
  WorkspaceName,
} from "./context.ts"
import { lockGrant } from "./grant-store.ts"
import { isInSuspended, lockMembership } from "./membership-store.ts"
import { lockPermits } from "./permit-store.ts"
import { roleCovers } from "./roles.ts"
import { findStandingMembership } from "./standing.ts"

type Admitting = Reading & Pick<Outside, "admission">

/** Admits every caller to a public rule, except an assistant without that permission. */
export function admitToPublicRule(caller: Caller, action: PublicAction): void {
  if (caller.kind === "assistant" && !caller.may.has(action)) throw notPermitted()
}

export function identify(caller: Caller, action: PersonAction): Person {
  const person = signedIn(caller)
  needPermission(person, action)
  return personOf(person)
}

/**
 * Finds the workspace in which a connection or the assistant acts; undefined for a person, or after they left the
 * default one. A person removed from a connection's only workspace cannot use it. @throws ServiceError
 * `workspace_forbidden`
 */
export async function findActingWorkspace(cx: Reading, caller: Caller): Promise<WorkspaceName | undefined> {
  if (caller.kind !== "connection" && caller.kind !== "assistant") return undefined
  const membership = await findStandingMembership(cx, caller)
  if (!membership && (caller.kind === "assistant" || caller.boundAt !== undefined)) throw notAMember()
  return membership && { slug: membership.slug, name: membership.name }
}

/**
 * The only function that makes a `Member`. It reads membership and role on every call, without a cache, so that a
 * removal works at once. @throws ServiceError `invalid_token`, `insufficient_scope` or `workspace_forbidden`.
 */
export async function enter(cx: Admitting, caller: Caller, action: WorkspaceAction): Promise<Member> {
  const person = signedIn(caller)
  needPermission(person, action)
  const membership = await findStandingMembership(cx, person)
  if (!membership) throw await refusalToEnter(cx, person)
  if (isExcluded(person, membership.workspace_id)) throw outOfReach()
  if (!roleCovers(membership.role, action.role)) throw roleTooWeak(action)
  return {
    ...personOf(person),
    workspaceId: membership.workspace_id,
    workspace: { slug: membership.slug, name: membership.name },
    role: membership.role,
  }
}

/**
 * Checks a member's right again in the transaction, and locks its rows. A removal or revocation waits; after its commit
 * the member writes nothing more. @throws ServiceError `invalid_token` or `workspace_forbidden`.
 */
export async function lockMember(cx: Inside, member: Member, action: WorkspaceAction): Promise<void> {
  // Locks the membership before the grant, in the same order as a removal, to avoid a deadlock.
  const membership = await lockMembership(cx, member.accountId, member.workspaceId)
  if (!membership) throw notAMember()
  await lockGrantOf(cx, member, member.workspaceId)
  await lockPermitsOf(cx, member)
  if (!roleCovers(membership.role, action.role)) throw roleTooWeak(action)
}

/**
 * Checks in the transaction that the connection is still granted and reaches `workspaceId`; locks the grant.
 * @throws ServiceError `invalid_token` or `workspace_forbidden`.
 */
export async function lockGrantOf(cx: Inside, person: Person, workspaceId?: WorkspaceId): Promise<void> {
  if (person.grantId === undefined) return
  const standing = await lockGrant(cx, person.grantId, workspaceId)
  if (standing === "ended") throw connectionEnded()
  if (standing === "out of reach") throw outOfReach()
}

/** Checks that the assistant's permissions were not narrowed since it entered; locks them. */
async function lockPermitsOf(cx: Inside, { run, workspaceId }: Member): Promise<void> {
  if (run && (await lockPermits(cx, workspaceId)) !== run.epoch) throw new PermitsNarrowed()
}

function personOf(caller: SignedIn): Person {
  const { accountId } = caller
  if (caller.kind === "assistant") {
    const { runId, epoch, workspace } = caller
    return { accountId, run: { id: runId, epoch }, actsIn: workspace.workspaceId }
  }
  if (caller.kind === "connection") return { accountId, grantId: caller.grantId, ...actsIn(caller.workspace) }
  const { sessionId, network } = caller
  return { accountId, ...(sessionId !== undefined && { sessionId }), ...(network !== undefined && { network }) }
}

function actsIn(workspace: WorkspaceIdOrSlug): Pick<Person, "actsIn"> {
  return "workspaceId" in workspace ? { actsIn: workspace.workspaceId } : {}
}

/** Only a person learns that the workspace is suspended. A connection gets the same answer as for a deleted one. */
async function refusalToEnter(cx: Admitting, caller: SignedIn): Promise<ServiceError> {
  const slug = caller.kind === "person" ? (caller.workspaceSlug ?? "") : ""
  return (await isInSuspended(cx, caller.accountId, slug)) ? suspended(cx.admission.contact) : notAMember()
}

/** Whether a connection to every workspace was ended in this one. */
function isExcluded(caller: Caller, workspaceId: WorkspaceId): boolean {
  return caller.kind === "connection" && caller.leftOut?.has(workspaceId) === true
}

function signedIn(caller: Caller): SignedIn {
  if (caller.kind === "anonymous") {
    throw new ServiceError("invalid_token", "You are not signed in.", { hint: "Sign in and try again." })
  }
  return caller
}

function needPermission(caller: SignedIn, action: PersonAction | WorkspaceAction): void {
  const { scope } = action
  if (caller.kind === "person") return
  if (caller.kind === "assistant") {
    if (caller.may.has(action)) return
    throw notPermitted()
  }
  if (scope !== "console" && caller.scopes.has(scope)) return
  throw new ServiceError("insufficient_scope", `This connection lacks the scope ${scope}.`, {
    hint: "Connect again and request that scope.",
  })
}

const connectionEnded = () =>
  new ServiceError("invalid_token", "This connection has ended.", { hint: "Connect again." })

const outOfReach = () =>
  new ServiceError("workspace_forbidden", "This connection no longer has access to this workspace.", {
    hint: "Connect again or choose another workspace.",
  })

const notPermitted = () =>
  new ServiceError("workspace_forbidden", "The assistant does not have permission.", {
    hint: "Do it yourself or ask an admin to allow it.",
  })

/** The permissions were narrowed between the check of a call and its write. The run checks the call again. */
export class PermitsNarrowed extends ServiceError {
  constructor() {
    super("conflict", "The assistant’s permissions changed during this call.", { hint: "Try again." })
  }
}

const notAMember = () =>
  new ServiceError("workspace_forbidden", "You are not a member of this workspace.", {
    hint: "Ask for an invitation or choose another workspace.",
  })

const suspended = (contact: string) =>
  new ServiceError("workspace_forbidden", "This workspace is suspended.", {
    hint: `Members were emailed the reason. Questions? Write to ${contact}.`,
  })

const roleTooWeak = (action: WorkspaceAction) =>
  new ServiceError("workspace_forbidden", `You need the role ${action.role} or higher.`, {
    hint: "Ask an admin to do it or to change your role.",
    neededRole: action.role,
  })
