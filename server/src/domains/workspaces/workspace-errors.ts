import { ServiceError } from "#kernel/error.ts"

export const noSuchMember = () => new ServiceError("not_found", "Member not found.", { hint: "They may have left." })

export const ownersOnly = () =>
  new ServiceError("workspace_forbidden", "Only owners can manage owners.", { hint: "Ask an owner." })

export const lastOwner = () =>
  new ServiceError("conflict", "A workspace needs at least one owner.", {
    hint: "Make another member an owner first.",
  })

export const noSuchInvitation = () =>
  new ServiceError("not_found", "This invite is no longer valid.", {
    hint: "Ask for a new invite.",
  })

export const alreadyMember = () =>
  new ServiceError("conflict", "This person is already a member.", { hint: "Change their role instead." })

export const otherAddress = () =>
  new ServiceError("workspace_forbidden", "This invite is for another email.", {
    hint: "Sign in with the email it was sent to.",
  })

export const noSuchDomain = () =>
  new ServiceError("not_found", "Domain not found.", { hint: "It may have been removed." })

export const attachedElsewhere = () =>
  new ServiceError("conflict", "This domain belongs to another workspace.", {
    hint: "Remove it there first, or use another domain.",
  })

export const tooManySites = (most: number) =>
  new ServiceError("conflict", `A workspace can list ${most} sites.`, { hint: "Remove one first." })
