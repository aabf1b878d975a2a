import type { Context } from "#access/context.ts"
import { type Letter, mailsEachReader } from "#domains/mails/index.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { longDate } from "#kernel/time/days.ts"
import { trashMs } from "./trash-time.ts"
import { findWorkspaceNews } from "./workspace-news-store.ts"

/** Mails a workspace's owners, and the account that acted, about a change of the whole workspace. */
export const mailWorkspace = mailsEachReader("mail-workspace", async (cx, payload) => {
  const { workspaceId, event, byAccountId, at } = payload
  const news = await findWorkspaceNews(cx, workspaceId, byAccountId)
  if (!news) return undefined
  const facts: Letter["facts"] = [
    ["Workspace", news.name],
    ["By", news.by],
  ]
  return {
    ...{ id: `workspace-${event}-${workspaceId}-${at}`, about: workspaceId, workspaceId, readers: news.readers },
    write: () => ({ ...letters[event](cx, { ...news, at }), facts }),
  }
})

interface News {
  slug: string
  name: string
  owners: string
  at: number
}

type Write = (cx: Context, news: News) => Omit<Letter, "facts">

const letters: Record<JobPayloads["mail-workspace"]["event"], Write> = {
  trashed: (cx, { name, at }) => ({
    subject: `Workspace moved to trash: ${name}`,
    paragraphs: [
      `The links, pay pages, upload links and connected apps of ${name} have stopped.`,
      `Restore it by ${longDate(at + trashMs)} if you want to keep it. After that it is deleted permanently.`,
    ],
    button: { label: "View trash", url: `${cx.addresses.base}/workspaces/trash` },
    notes: ["Past purchases are delivered until then."],
  }),
  handed_over: (cx, { slug, name, owners }) => ({
    subject: `New owner of ${name}`,
    paragraphs: [`Ownership of ${name} was transferred to ${owners}. No action needed.`],
    button: { label: "View team", url: `${cx.addresses.base}/${slug}/team` },
    notes: ["Owners manage owners, change the workspace URL and delete the workspace."],
  }),
}
