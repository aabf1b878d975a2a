import { conflict, notFound, ServiceError } from "#kernel/error.ts"

export const noSuchMember = () => notFound("Member not found.", "They may have left.")

export const ownersOnly = () =>
  new ServiceError("workspace_forbidden", "Only owners can manage owners.", { hint: "Ask an owner." })

export const lastOwner = () => conflict("A workspace needs at least one owner.", "Make another member an owner first.")

export const noSuchInvitation = () => notFound("This invite is no longer valid.", "Ask for a new invite.")

export const alreadyMember = () => conflict("This person is already a member.", "Change their role instead.")

export const otherAddress = () =>
  new ServiceError("workspace_forbidden", "This invite is for another email.", {
    hint: "Sign in with the email it was sent to.",
  })

export const noSuchDomain = () => notFound("Domain not found.", "It may have been removed.")

export const attachedElsewhere = () =>
  conflict("This domain belongs to another workspace.", "Remove it there first, or use another domain.")

export const tooManySites = (most: number) => conflict(`A workspace can list ${most} sites.`, "Remove one first.")
