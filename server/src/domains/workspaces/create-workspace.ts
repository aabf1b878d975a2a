import { z } from "zod"
import { personAction } from "#access/action.ts"
import { limitHourly } from "#access/hourly-limit.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { ServiceError } from "#kernel/error.ts"
import { nameInput } from "#kernel/name-input.ts"
import { reservedSlugs } from "./reserved-slugs.ts"
import { minSlugLength, normaliseSlug } from "./slug.ts"
import { insertWorkspace } from "./workspace-store.ts"

const perHour = { hits: 10, sentence: "You made ten workspaces in the last hour." }

/** Creates a workspace with the caller as its first owner. */
export const createWorkspace = personAction({
  scope: "console",
  input: z.object({
    name: nameInput.describe("What people see; 1 to 80 characters."),
    slug: z.string().max(200).describe("The name in addresses; it is brought into form as check-slug does."),
  }),
  output: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  async run(cx, { name, slug: wished }) {
    const slug = normaliseSlug(wished)
    if (slug.length < minSlugLength) throw tooShort()
    if (reservedSlugs.has(slug)) throw slugTaken(slug)
    await limitHourly(cx, `workspaces:${cx.accountId}`, perHour)
    const id = await cx.atomically((cx) => insertWorkspace(cx, { slug, name, ownerId: cx.accountId }))
    if (id === undefined) throw slugTaken(slug)
    const about = { accountId: cx.accountId, workspaceId: id, reason: "owner", network: cx.network }
    recordSecurityEvent(cx, "member_joined", about)
    return { id, slug, name }
  },
})

const tooShort = () =>
  new ServiceError("invalid_request", `The address needs at least ${minSlugLength} letters or digits.`, {
    hint: "Use a to z, 0 to 9 and hyphens.",
    field: "slug",
  })

const slugTaken = (slug: string) =>
  new ServiceError("conflict", `The address ${slug} is taken.`, { hint: "Choose another one.", field: "slug" })
