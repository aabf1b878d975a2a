import type { Inside, Person } from "#access/context.ts"
import { type Role, roleCovers, roles } from "#access/roles.ts"
import { noteChange } from "#changes/note-change.ts"
import { enqueue } from "#jobs/job-store.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { newOrderedId } from "#kernel/ids.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { type Happening, happenings } from "../happenings.ts"
import { isNotified } from "../kinds.ts"
import { closeLines, putLines } from "./open-line-store.ts"
import { listRecipients, type Recipient } from "./recipient-store.ts"

/** How long a push waits for further happenings of the same line. */
const gatherMs = 5_000
/** Up to this many changed accounts are announced one by one. Above it, every open page of the workspace refreshes. */
const namedChanges = 20

interface Happened {
  readonly workspaceId: WorkspaceId
  readonly what: Happening
  /** The words for the sentence in `happenings`. People wrote them, and `notify` cleans them. */
  readonly words: readonly string[]
  readonly thing: string | null
  /** How often it happened; 1 by default. */
  readonly times?: number
  /** Separates lines of the same happening, for example by doc. */
  readonly about?: string
  /** Accounts that are notified regardless of their role in the workspace. */
  readonly named?: readonly string[]
  /** The accounts that did it; the caller by default. They are not notified. */
  readonly by?: readonly (string | null)[]
}

/**
 * Notifies the members whom a happening concerns, in its own transaction. Members are not notified of their own
 * actions, nor of what their role does not show. Further happenings join a line while it is unread.
 */
export async function notify(cx: Inside & Partial<Person>, happened: Happened): Promise<void> {
  const { workspaceId, what, about } = happened
  const { kind, tells } = happenings[what]
  const allowed = roles.filter((role) => tells !== null && roleCovers(role, tells))
  const named = happened.named ?? []
  if (allowed.length === 0 && named.length === 0) return
  // An agent's action is not its person's own action.
  const doers = happened.by ?? [cx.grantId === undefined ? (cx.accountId ?? null) : null]
  const members = await listRecipients(cx, workspaceId, { kind, roles: allowed, named })
  const newLines = members.flatMap((member) => {
    if (doers.includes(member.account_id)) return []
    const neededRole = tells !== null && roleCovers(member.role, tells) ? tells : "viewer"
    return toLine(cx, happened, { ...member, neededRole })
  })
  if (newLines.length === 0) return
  const line = about === undefined ? what : `${what}:${about}`
  await closeLines(cx, workspaceId, line)
  const times = await putLines(
    cx,
    newLines.map((one) => ({ ...one, line })),
  )
  const due = times.filter((time) => time !== null)
  if (due.length > 0) await tellAt(cx, { workspaceId, line }, Math.min(...due))
  const isFew = newLines.length <= namedChanges
  for (const { account_id } of isFew ? newLines : newLines.slice(0, 1)) {
    noteChange(cx, { workspaceId, kind: "notifications", ...(isFew && { ref: account_id }) })
  }
}

/** Schedules one job that sends all lines of a name. */
export async function tellAt(cx: Inside, lines: { workspaceId: WorkspaceId; line: string }, runAt: number) {
  const dedupeKey = `tell:${lines.workspaceId}:${lines.line}`
  await enqueue(cx, "tell-notifications", { payload: lines, runAt, dedupeKey })
}

/** The row of a member's line; none when every channel is off. */
function toLine(
  cx: Inside,
  { workspaceId, what, words, thing, times = 1 }: Happened,
  { account_id, neededRole, ...member }: Recipient & { neededRole: Role },
) {
  const { kind, openMs, isMailedApart } = happenings[what]
  const isBy = (channel: "app" | "mail" | "push") =>
    isNotified(kind, channel, { role: member.role, chosen: member[channel] })
  const isListed = isBy("app")
  const isSent = (isBy("push") && member.browser !== null) || (isBy("mail") && !isMailedApart)
  if (!isListed && !isSent) return []
  const now = cx.now()
  return {
    id: newOrderedId("note", now),
    workspace_id: workspaceId,
    account_id,
    kind,
    happening: what,
    thing,
    words: JSON.stringify(words.map((word) => cleanText(word, 120))),
    needed_role: neededRole,
    count: times,
    listed_at: isListed ? now : null,
    open_until: now + openMs,
    tell_at: isSent ? now + gatherMs : null,
    created_at: now,
    updated_at: now,
  }
}
