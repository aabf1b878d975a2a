import { z } from "zod"
import { personAction } from "#access/action.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { noteAccess, noteChange } from "#changes/note-change.ts"
import { announceMember, getAccount, memberEvents } from "#domains/accounts/index.ts"
import { endGrantsOfAccount } from "#domains/connections/index.ts"
import { comparableEmail, toStoredEmail } from "#kernel/email-address.ts"
import { conflict, invalidInput } from "#kernel/error.ts"
import { closeWorkspaces, lockWorkspacesOf } from "./erase-account-store.ts"
import { fateOf } from "./erasure.ts"

/**
 * Erases a person with their data and connections, and closes workspaces without other members. The account's row
 * stays, since other records contain its id. Purchases stay with their sellers, who must account for them.
 */
export const eraseAccount = personAction("console", {
  input: z.object({ email: z.string().max(300).describe("The account's own address, to show that this is meant.") }),
  output: z.object({ closedWorkspaces: z.int() }),
  async run(cx, { email }) {
    const { erasures } = cx
    const { closedWorkspaces, ended } = await cx.atomically(async (cx) => {
      const account = await getAccount(cx, cx.accountId)
      if (comparableEmail(toStoredEmail(email) ?? "") !== account.email) throw notThatAddress()
      const workspaces = await lockWorkspacesOf(cx, cx.accountId)
      const orphan = workspaces.find((workspace) => fateOf(workspace) === "in_the_way")
      if (orphan) throw onlyOwnerOf(orphan.slug)
      const own = workspaces.filter((workspace) => fateOf(workspace) === "closed")
      await closeWorkspaces(
        cx,
        own.map(({ id }) => id),
      )
      for (const erase of erasures) await erase(cx, account)
      for (const { id } of workspaces) {
        noteChange(cx, { workspaceId: id, kind: "members" })
        announceMember(cx, memberEvents.left, { workspaceId: id, data: { accountId: cx.accountId, reason: "erased" } })
      }
      noteAccess(cx, cx.accountId)
      return { closedWorkspaces: own.length, ended: await endGrantsOfAccount(cx, cx.accountId) }
    })
    const about = { accountId: cx.accountId, network: cx.network }
    for (const connectionId of ended) {
      recordSecurityEvent(cx, "connection_ended", { ...about, connectionId, reason: "account_erased" })
    }
    recordSecurityEvent(cx, "account_erased", about)
    return { closedWorkspaces }
  },
})

const notThatAddress = () => invalidInput("This is not your email.", "Type the email you signed in with.", "email")

const onlyOwnerOf = (slug: string) =>
  conflict(`You are the only owner of ${slug}.`, "Transfer ownership or remove the other members first.")
