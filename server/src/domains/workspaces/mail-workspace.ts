import type { Context } from "#access/context.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { type Letter, writeLetter } from "#kernel/letter.ts"
import { dateOf } from "#kernel/time/days.ts"
import { trashMs } from "./trash-time.ts"
import { findWorkspaceNews } from "./workspace-news-store.ts"

/** Mails a workspace's owners, and the account that acted, about a change of the whole workspace. */
export async function mailWorkspace(cx: Context, payload: JobPayloads["mail-workspace"]): Promise<void> {
  const { workspaceId, event, byAccountId, at } = payload
  const news = await findWorkspaceNews(cx, workspaceId, byAccountId)
  if (!news) return
  const facts: Letter["facts"] = [
    ["Workspace", news.name],
    ["By", news.by],
  ]
  const letter = writeLetter({ ...letters[event](cx, { ...news, at }), facts }, cx.brandName)
  for (const { id, email } of news.readers) {
    await cx.mail.send({ id: `workspace-${event}-${workspaceId}-${at}-${id}`, to: email, ...letter })
  }
}

interface News {
  slug: string
  name: string
  owners: string
  at: number
}

type Write = (cx: Context, news: News) => Omit<Letter, "facts">

const letters: Record<JobPayloads["mail-workspace"]["event"], Write> = {
  trashed: (cx, { name, at }) => ({
    subject: `${name} was moved to trash`,
    paragraphs: [
      `Restore ${name} by ${dateOf(at + trashMs)} if you want to keep it. After that it is deleted permanently.`,
      "Its links, pay pages, upload links and connected apps have stopped.",
    ],
    button: { label: "View trash", url: `${cx.addresses.base}/workspaces/trash` },
    notes: ["Past purchases are delivered until then."],
  }),
  handed_over: (cx, { slug, name, owners }) => ({
    subject: `${name} has a new owner`,
    paragraphs: [`No action needed. Ownership of ${name} was transferred to ${owners}.`],
    button: { label: "View team", url: `${cx.addresses.base}/${slug}/team` },
    notes: ["Owners manage owners, change the workspace URL and delete the workspace."],
  }),
}
