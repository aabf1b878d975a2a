import { z } from "zod"
import { personAction } from "#access/action.ts"
import { limitHourly } from "#access/limits/hourly-limit.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { conflict } from "#kernel/error.ts"
import { nameInput } from "#kernel/name-input.ts"
import { readWishedSlug, workspaceSlugTaken } from "./slugs/index.ts"
import { countOwned, countWorkspaces, insertWorkspace } from "./workspace-store.ts"

const perHour = { hits: 10, sentence: "You created ten workspaces in the last hour." }

const ownsTooMany = (most: number) =>
  conflict(
    `You own ${most} workspaces, the most for one account.`,
    "Transfer ownership of one first. Workspaces in trash count for 30 days.",
  )

const isFull = (contact: string) => conflict("No more workspaces can be created.", `Contact ${contact}.`)

/** Creates a workspace with the caller as its first owner. */
export const createWorkspace = personAction("console", {
  input: z.object({
    name: nameInput.describe("What people see; 1 to 80 characters."),
    slug: z.string().max(200).describe("The name in addresses; it is brought into form as check-slug does."),
  }),
  output: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  async run(cx, { name, slug: wished }) {
    const slug = readWishedSlug(wished)
    await limitHourly(cx, `workspaces:${cx.accountId}`, perHour)
    const { workspacesOfAccount, workspaces, contact } = cx.admission
    const id = await cx.atomically(async (cx) => {
      if ((await countOwned(cx, cx.accountId)) >= workspacesOfAccount) throw ownsTooMany(workspacesOfAccount)
      if (workspaces !== undefined && (await countWorkspaces(cx)) >= workspaces) throw isFull(contact)
      const made = await insertWorkspace(cx, { slug, name, ownerId: cx.accountId })
      if (made === undefined) throw workspaceSlugTaken(slug)
      return made
    })
    const about = { accountId: cx.accountId, workspaceId: id, reason: "owner", network: cx.network }
    recordSecurityEvent(cx, "member_joined", about)
    return { id, slug, name }
  },
})
