import type { Person } from "#access/caller.ts"
import type { Inside } from "#access/context.ts"
import { noteChange } from "#access/note-change.ts"
import { type Role, roleCovers, roles } from "#access/roles.ts"
import { enqueue } from "#jobs/job-store.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { newOrderedId } from "#kernel/ids.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { type Happening, happenings } from "../happenings.ts"
import { isTold } from "../kinds.ts"
import { closeLines, putLines } from "./open-line-store.ts"
import { listRecipients, type Recipient } from "./recipient-store.ts"

/** How long a push waits for more of the same. */
const gatherMs = 5_000
/** How many accounts are named one by one to those who look; above that, everybody looks. */
const namedChanges = 20

/** Something that people are told of. */
export interface Happened {
  readonly workspaceId: WorkspaceId
  readonly what: Happening
  /** What the line says, as `happenings` has it. It was written by people and is cleaned here. */
  readonly words: readonly string[]
  /** The id of what it is about. */
  readonly thing: string | null
  /** How often it happened; once, when it is left out. */
  readonly times?: number
  /** Keeps lines of one happening apart, such as by the doc that they are about. */
  readonly about?: string
  /** Accounts that are told whatever their role in the workspace. */
  readonly named?: readonly string[]
  /** Whoever did it, where that is not the caller of the transaction. */
  readonly by?: readonly (string | null)[]
}

/**
 * Tells the members whom something concerns, in the transaction of what happened: it is true if, and only if, that is.
 * Nobody is told what they did themselves, or what their role does not show them. More of the same, while nobody has
 * read it, joins the same line.
 */
export async function notify(cx: Inside & Partial<Person>, happened: Happened): Promise<void> {
  const { workspaceId, what, about } = happened
  const { kind, tells } = happenings[what]
  const allowed = roles.filter((role) => tells !== null && roleCovers(role, tells))
  const named = happened.named ?? []
  if (allowed.length === 0 && named.length === 0) return
  // An agent is not the person that it acts for.
  const doers = happened.by ?? [cx.grantId === undefined ? (cx.accountId ?? null) : null]
  const members = await listRecipients(cx, workspaceId, { kind, roles: allowed, named })
  const told = members.flatMap((member) => {
    if (doers.includes(member.account_id)) return []
    const neededRole = tells !== null && roleCovers(member.role, tells) ? tells : "viewer"
    return toLine(cx, happened, { ...member, neededRole })
  })
  if (told.length === 0) return
  const line = about === undefined ? what : `${what}:${about}`
  await closeLines(cx, workspaceId, line)
  const times = await putLines(
    cx,
    told.map((one) => ({ ...one, line })),
  )
  const due = times.filter((time) => time !== null)
  if (due.length > 0) await tellAt(cx, { workspaceId, line }, Math.min(...due))
  const isFew = told.length <= namedChanges
  for (const { account_id } of isFew ? told : told.slice(0, 1)) {
    noteChange(cx, { workspaceId, kind: "notifications", ...(isFew && { ref: account_id }) })
  }
}

/** Has the lines of a name told at a time, in one job however many of them there are. */
export async function tellAt(
  cx: Inside,
  lines: { workspaceId: WorkspaceId; line: string },
  runAt: number,
): Promise<void> {
  const dedupeKey = `tell:${lines.workspaceId}:${lines.line}`
  await enqueue(cx, "tell-notifications", { payload: lines, runAt, dedupeKey })
}

/** The row of a member's line; none when no channel tells them of it. */
function toLine(
  cx: Inside,
  { workspaceId, what, words, thing, times = 1 }: Happened,
  { account_id, neededRole, ...member }: Recipient & { neededRole: Role },
) {
  const { kind, openMs, isMailedApart } = happenings[what]
  const isBy = (channel: "app" | "mail" | "push") =>
    isTold(kind, channel, { role: member.role, chosen: member[channel] })
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
