import { ServiceError } from "#kernel/error.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { PersonAction, PublicAction, WorkspaceAction } from "./action.ts"
import type { Caller, Member, Person, SignedIn } from "./caller.ts"
import type { Inside, Outside, Reading } from "./context.ts"
import type { WorkspaceName } from "./exchange.ts"
import { holdGrant } from "./grant-store.ts"
import { holdMembership, type InWorkspace, isInSuspended } from "./membership-store.ts"
import { holdPermits } from "./permit-store.ts"
import { roleCovers } from "./roles.ts"
import { findStandingMembership } from "./standing.ts"

/** What it takes to let somebody in, and to tell those who are kept out whom to write to. */
type Admitting = Reading & Pick<Outside, "admission">

/** Lets anybody through to a rule that is for everybody. The assistant performs what it may, and nothing else. */
export function admit(caller: Caller, action: PublicAction): void {
  if (caller.kind === "assistant" && !caller.may.has(action)) throw notPermitted()
}

/** Lets a signed-in person through to a rule that concerns no workspace. */
export function identify(caller: Caller, action: PersonAction): Person {
  const person = signedIn(caller)
  needPermission(person, action)
  return personOf(person)
}

/**
 * Finds the workspace that a connection's calls act in, for a rule that concerns none. There is none for a person
 * without a connection, and none where a connection for every workspace has a default that its person has left. A
 * person who was removed from the one workspace of a connection gets nothing more through it, not even their own lists.
 *
 * @throws ServiceError `workspace_forbidden` (not a member now of the one it is bound to).
 */
export async function findWorkspaceName(cx: Reading, caller: Caller): Promise<WorkspaceName | undefined> {
  if (caller.kind !== "connection" && caller.kind !== "assistant") return undefined
  const membership = await findStandingMembership(cx, caller)
  if (!membership && (caller.kind === "assistant" || caller.boundAt !== undefined)) throw notAMember()
  return membership && { slug: membership.slug, name: membership.name }
}

/**
 * The only door into a workspace: nothing else makes a `Member`, and its `WorkspaceId` is the membership row's. Membership
 * and role are read again for every call, and never cached, so that a removal or a weaker role takes effect with the
 * next call.
 *
 * @throws ServiceError `invalid_token` (nobody is signed in), `insufficient_scope`, `workspace_forbidden` (not a member
 * now, the role does not suffice, or the workspace is suspended).
 */
export async function enter(cx: Admitting, caller: Caller, action: WorkspaceAction): Promise<Member> {
  const person = signedIn(caller)
  needPermission(person, action)
  const membership = await findStandingMembership(cx, person)
  if (!membership) throw await whyNotIn(cx, person)
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
 * Checks again, inside a member's transaction, that they may do this, and locks what says so until the transaction
 * ends. A removal or a revocation waits for that end, and once it has committed nothing more is written.
 *
 * @throws ServiceError `invalid_token` (the connection was ended), `workspace_forbidden`.
 */
export async function holdMember(cx: Inside, member: Member, action: WorkspaceAction): Promise<void> {
  // Membership before grant: in the order that a removal takes them, so that neither waits for the other for ever.
  const membership = await holdMembership(cx, member.accountId, member.workspaceId)
  if (!membership) throw notAMember()
  await holdPerson(cx, member, member.workspaceId)
  await holdRun(cx, member)
  if (!roleCovers(membership.role, action.role)) throw roleTooWeak(action)
}

/**
 * Checks again, inside a person's transaction, that the connection which acts for them, if one does, is still granted
 * and still reaches `workspaceId`. Locks the grant until the transaction ends.
 *
 * @throws ServiceError `invalid_token` (the connection was ended), `workspace_forbidden`.
 */
export async function holdPerson(cx: Inside, person: Person, workspaceId?: WorkspaceId): Promise<void> {
  if (person.grantId === undefined) return
  const standing = await holdGrant(cx, person.grantId, workspaceId)
  if (standing === "ended") throw connectionEnded()
  if (standing === "out of reach") throw outOfReach()
}

/**
 * Checks again, inside a transaction of the assistant's, that nothing narrowed what it may do since it was let in, and
 * keeps it so until the transaction ends.
 */
async function holdRun(cx: Inside, { run, workspaceId }: Member): Promise<void> {
  if (run && (await holdPermits(cx, workspaceId)) !== run.epoch) throw new PermitsNarrowed()
}

function personOf({ accountId, ...caller }: SignedIn): Person {
  if (caller.kind === "assistant") {
    const { runId, epoch, workspace } = caller
    return { accountId, run: { id: runId, epoch }, actsIn: workspace.workspaceId }
  }
  if (caller.kind === "connection") return { accountId, grantId: caller.grantId, ...actsIn(caller.workspace) }
  const { sessionId, network } = caller
  return { accountId, ...(sessionId !== undefined && { sessionId }), ...(network !== undefined && { network }) }
}

function actsIn(workspace: InWorkspace): Pick<Person, "actsIn"> {
  return "workspaceId" in workspace ? { actsIn: workspace.workspaceId } : {}
}

/** A person learns that their workspace is suspended. For a connection it is as one that was deleted. */
async function whyNotIn(cx: Admitting, caller: SignedIn): Promise<ServiceError> {
  const slug = caller.kind === "person" ? (caller.workspaceSlug ?? "") : ""
  return (await isInSuspended(cx, caller.accountId, slug)) ? suspended(cx.admission.contact) : notAMember()
}

/** Tells whether a connection that reaches every workspace was ended in this one. */
function isExcluded(caller: Caller, workspaceId: WorkspaceId): boolean {
  return caller.kind === "connection" && caller.leftOut?.has(workspaceId) === true
}

function signedIn(caller: Caller): SignedIn {
  if (caller.kind === "anonymous") {
    throw new ServiceError("invalid_token", "Nobody is signed in.", { hint: "Sign in and try again." })
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
  throw new ServiceError("insufficient_scope", `This connection was not granted ${scope}.`, {
    hint: "Connect again and ask for that scope.",
  })
}

/** The connection was ended while the call ran. */
const connectionEnded = () =>
  new ServiceError("invalid_token", "This connection was ended.", { hint: "Connect again." })

/** The person belongs to the workspace, and this connection of theirs was ended there. */
const outOfReach = () =>
  new ServiceError("workspace_forbidden", "This connection does not reach this workspace any more.", {
    hint: "Connect again, or choose another workspace.",
  })

const notPermitted = () =>
  new ServiceError("workspace_forbidden", "The assistant may not do this now.", {
    hint: "Do it yourself in the workspace, or ask an admin what the assistant may do.",
  })

/** The permissions were narrowed between the judgement of a call and its write: the run judges it anew. */
export class PermitsNarrowed extends ServiceError {
  constructor() {
    super("conflict", "What the assistant may do was changed while it was at it.", { hint: "Ask again." })
  }
}

const notAMember = () =>
  new ServiceError("workspace_forbidden", "You are not a member of this workspace.", {
    hint: "Ask its owner for an invitation, or choose another workspace.",
  })

const suspended = (contact: string) =>
  new ServiceError("workspace_forbidden", "This workspace is suspended.", {
    hint: `Its members were told why by mail. Write to ${contact} about it.`,
  })

const roleTooWeak = (action: WorkspaceAction) =>
  new ServiceError("workspace_forbidden", `This needs the role ${action.role} or a stronger one.`, {
    hint: "Ask an admin of the workspace to do it, or to change your role.",
    neededRole: action.role,
  })
