import { ServiceError } from "#kernel/error.ts"

export const noSuchMember = () =>
  new ServiceError("not_found", "There is no such member.", { hint: "They may have left already." })

export const ownersOnly = () =>
  new ServiceError("workspace_forbidden", "Only an owner can do this to an owner.", { hint: "Ask an owner to do it." })

export const lastOwner = () =>
  new ServiceError("conflict", "A workspace always has an owner, and this is the only one.", {
    hint: "Make somebody else an owner first.",
  })

export const noSuchInvitation = () =>
  new ServiceError("not_found", "This invitation is over.", {
    hint: "It was used or taken back, or has expired. Ask for a new one.",
  })

export const alreadyMember = () =>
  new ServiceError("conflict", "This person is a member already.", { hint: "Change their role instead." })

export const otherAddress = () =>
  new ServiceError("workspace_forbidden", "This invitation is for another address.", {
    hint: "Sign in with the address that it was sent to.",
  })

export const noSuchDomain = () =>
  new ServiceError("not_found", "There is no such domain in this workspace.", { hint: "It may be gone already." })

export const attachedElsewhere = () =>
  new ServiceError("conflict", "This domain is attached to another workspace.", {
    hint: "Detach it there first, or use another domain.",
  })
