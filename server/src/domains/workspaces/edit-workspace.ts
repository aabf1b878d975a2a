import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { toStoredEmail } from "#kernel/email-address.ts"
import { nameInput } from "#kernel/name-input.ts"
import { announceWorkspace, workspaceEvents } from "./slugs/index.ts"
import { updateWorkspace } from "./workspace-store.ts"

const longest = 300

/** A seller's contact for buyers: an e-mail address, or the HTTPS address of a page. Empty text is none. */
const contactInput = z
  .string()
  .max(longest)
  .transform((text, issues) => {
    const typed = text.trim()
    const contact = typed === "" ? null : (toStoredEmail(typed) ?? toPage(typed))
    if (contact === undefined) {
      issues.addIssue({
        code: "custom",
        message: "must be an email or a URL that starts with https://",
      })
    }
    return contact ?? null
  })

/** The address in its normal form; undefined for one without HTTPS, with a password, or of a host without a dot. */
function toPage(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isFine = url?.protocol === "https:" && !url.username && !url.password && url.hostname.includes(".")
  return isFine && url.href.length <= longest ? url.href : undefined
}

export const editWorkspace = workspaceAction("admin", "console", {
  changes: ["workspace"],
  input: z.object({
    name: nameInput.describe("What people see; 1 to 80 characters.").optional(),
    contact: contactInput
      .nullable()
      .describe("Where buyers reach the seller: an e-mail address, an HTTPS address, or null.")
      .optional(),
  }),
  output: z.object({ slug: z.string(), name: z.string(), contact: z.string().nullable() }),
  async run(cx, { name, contact }) {
    const former = cx.workspace
    return cx.atomically(async (cx) => {
      const now = await updateWorkspace(cx, { name, contact })
      const { slug } = now
      if (now.name !== former.name)
        announceWorkspace(cx, workspaceEvents.renamed, {
          name: now.name,
          slug,
          formerName: former.name,
          formerSlug: slug,
        })
      return now
    })
  },
})
