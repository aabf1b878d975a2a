import type { Context } from "#access/context.ts"
import { hourlyWaitMs } from "#access/limits/hourly-limit.ts"
import { type Letter, sendMail } from "#domains/mails/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { happeningPath, sentenceOf } from "../happenings.ts"
import { isNotified, type NotificationKind } from "../kinds.ts"
import { mailOffUrl } from "../settings/index.ts"
import { findTellableLine, markMailed, type TellableLine } from "./due-line-store.ts"

/** The most of these mails that a person gets in an hour; `docs/mail.md` gives the same number. Further mails wait. */
const perPerson = 20

/** Mails a line unless it was read, switched off, mailed or hidden since. A retry sends the same message and id. */
export async function mailNotification(cx: Context, payload: JobPayloads["mail-notification"]): Promise<void> {
  const { notificationId: id } = payload
  const line = await findTellableLine(cx, id)
  if (!line || line.mailed_at !== null || !isWanted(line)) return
  const waitMs = await hourlyWaitMs(cx, `notification-mail:${line.account_id}`, perPerson)
  if (waitMs > 0) {
    const later = { runAt: cx.now() + waitMs, dedupeKey: `mail-notification:${id}` }
    await cx.atomically((cx) => enqueue(cx, "mail-notification", { payload, ...later }))
    return
  }
  const mail = { id: `notification-${id}`, kind: "mail-notification", about: id, to: line.email } as const
  await sendMail(cx, { ...mail, workspaceId: line.workspace_id, letter: letterOf(cx, line) }, (cx) =>
    markMailed(cx, id),
  )
}

const isWanted = ({ kind, role, mail }: TellableLine) =>
  isNotified(kind as NotificationKind, "mail", { role, chosen: mail })

function letterOf(cx: Context, line: TellableLine): Letter {
  const sentence = sentenceOf(line)
  return {
    subject: sentence,
    preheader: `In ${line.name}. You haven't read it in ${cx.brandName} yet.`,
    paragraphs: [`${sentence}.`],
    facts: [["Workspace", line.name]],
    button: { label: "View details", url: `${cx.addresses.base}/${line.slug}${happeningPath(line)}` },
    notes: [`You get this email because you haven't read it in ${cx.brandName} yet.`],
    offUrl: mailOffUrl(cx, line.account_id, line.kind as NotificationKind),
  }
}
