import { z } from "zod"
import type { Outside, Reading } from "#access/context.ts"
import { noSuchInvitation } from "../workspace-errors.ts"
import { invitationIdIn } from "./invitation-link.ts"
import { findInvitation } from "./invitation-store.ts"

export const invitationToken = z.string().max(200).describe("The last part of the invitation's link.")

/** Throws `not_found` when we did not make the token, or its invitation has ended. */
export async function getByToken(cx: Reading & Pick<Outside, "keyring">, token: string) {
  const id = invitationIdIn(cx, token)
  const invitation = id === undefined ? undefined : await findInvitation(cx, id)
  if (!invitation) throw noSuchInvitation()
  return invitation
}
