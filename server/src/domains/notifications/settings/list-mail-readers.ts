import type { Outside, Reading } from "#access/context.ts"
import { roleCovers, roles } from "#access/roles.ts"
import type { MailReader } from "#domains/mails/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { type Happening, happenings } from "../happenings.ts"
import { isFixed, isNotified } from "../kinds.ts"
import { listMailed } from "./choice-store.ts"
import { mailOffUrl } from "./mail-switch.ts"

interface Mailed {
  workspaceId: WorkspaceId
  happening: Happening
  /** The recipients of a happening that is not for all members of a role. */
  named?: readonly string[]
}

export async function listMailReaders(
  cx: Reading & Pick<Outside, "addresses" | "keyring">,
  { workspaceId, happening, named = [] }: Mailed,
): Promise<MailReader[]> {
  const { kind, tells } = happenings[happening]
  const may = roles.filter((role) => tells !== null && roleCovers(role, tells))
  const members = await listMailed(cx, workspaceId, { kind, roles: may, named })
  return members
    .filter((member) => isNotified(kind, "mail", member))
    .map(({ id, email }) => ({ id, email, ...(!isFixed(kind, "mail") && { offUrl: mailOffUrl(cx, id, kind) }) }))
}
