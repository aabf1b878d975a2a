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
    subject: `${name} is in the trash`,
    paragraphs: [
      `The workspace ${name} was moved to the trash. Its links, pay pages, upload links and connected apps have stopped.`,
      `Until ${dateOf(at + trashMs)} an owner can restore it as it was. After that it is deleted for good.`,
    ],
    button: { label: "See the trash", url: `${cx.addresses.base}/workspaces/trash` },
    notes: ["What buyers have bought is delivered until then, and payments that were under way are settled."],
  }),
  handed_over: (cx, { slug, name, owners }) => ({
    subject: `${name} was handed over`,
    paragraphs: [`The workspace ${name} was handed over. Its owner is ${owners} now.`],
    button: { label: "See the members", url: `${cx.addresses.base}/${slug}/team` },
    notes: ["Owners decide about owners, can change the workspace's address and can delete it."],
  }),
}
