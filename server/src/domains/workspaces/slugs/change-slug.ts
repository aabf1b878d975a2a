import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Context, Member } from "#access/context.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { ServiceError } from "#kernel/error.ts"
import { dateOf } from "#kernel/time/days.ts"
import { dayMs } from "#kernel/time/units.ts"
import { claimSlug, holdSlug, listHeldUntil, moveSlug } from "./slug-store.ts"
import { readWishedSlug, workspaceSlugTaken } from "./wished-slug.ts"
import { announceWorkspace, workspaceEvents } from "./workspace-events.ts"

const heldMs = 90 * dayMs
const mostHeld = 5

/** Changes a workspace's slug. The former slug redirects members for 90 days. Only owners may: bookmarks change. */
export const changeSlug = workspaceAction("owner", "console", {
  changes: ["workspace"],
  input: z.object({
    slug: z.string().max(200).describe("The new name in addresses; it is brought into form as check-slug does."),
  }),
  output: z.object({
    slug: z.string(),
    formerSlug: z.string(),
    heldUntil: z.int().describe("When the former slug stops redirecting, in epoch milliseconds."),
  }),
  async run(cx, { slug: wished }) {
    const slug = readWishedSlug(wished)
    const formerSlug = cx.workspace.slug
    if (slug === formerSlug) throw sameSlug(slug)
    const heldUntil = cx.now() + heldMs
    await move(cx, { from: formerSlug, to: slug, heldUntil })
    const { accountId, workspaceId, network } = cx
    recordSecurityEvent(cx, "workspace_changed", { accountId, workspaceId, reason: "moved", network })
    return { slug, formerSlug, heldUntil }
  },
})

interface Move {
  from: string
  to: string
  heldUntil: number
}

async function move(cx: Context<Member>, { from, to, heldUntil }: Move): Promise<void> {
  const { name } = cx.workspace
  await cx.atomically(async (cx) => {
    if (!(await claimSlug(cx, to, cx.workspaceId))) throw workspaceSlugTaken(to)
    const [first = 0, ...others] = await listHeldUntil(cx)
    if (others.length >= mostHeld - 1) throw tooManyHeld(first)
    if (!(await moveSlug(cx, { from, to }))) throw workspaceSlugTaken(to)
    await holdSlug(cx, from, heldUntil)
    announceWorkspace(cx, workspaceEvents.renamed, { name, slug: to, formerName: name, formerSlug: from })
  })
}

const sameSlug = (slug: string) =>
  new ServiceError("conflict", `Workspace URL is already “${slug}”.`, { hint: "Choose another one.", field: "slug" })

const tooManyHeld = (until: number) =>
  new ServiceError("conflict", `This workspace already has ${mostHeld} former URLs.`, {
    hint: `Try again after ${dateOf(until)}, when the oldest expires.`,
    field: "slug",
  })
