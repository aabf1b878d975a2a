import type { Context, Inside, Outside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobKind, JobPayloads } from "#jobs/jobs.ts"
import { hashSecret } from "#kernel/secret.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Letter } from "./letter.ts"
import { sendMail } from "./send-mail.ts"

export interface MailReader {
  id: string
  email: string
  /** The address that stops mails of this kind; left out where they cannot be stopped. */
  offUrl?: string
}

type ManyReaders = { [Kind in JobKind]: "reader" extends keyof JobPayloads[Kind] ? Kind : never }[JobKind]

interface Round {
  /** The beginning of the mails' ids, the same in every run. */
  id: string
  about: string
  workspaceId: WorkspaceId | null
  readers: readonly MailReader[]
  write: () => Letter | Promise<Letter>
  /** Marks the subjects of the mails as mailed, in the transaction that enqueues the readers' jobs at that time. */
  mark?: (cx: Inside, at: number) => Promise<unknown>
}

type Handler<Kind extends ManyReaders> = (cx: Context, payload: JobPayloads[Kind]) => Promise<void>
type Plan<Kind extends ManyReaders> = (cx: Context, payload: JobPayloads[Kind]) => Promise<Round | undefined>

/**
 * The handler of a kind that mails several readers: each reader has a job of their own, so that one who is refused
 * neither stops nor repeats the mails of the others.
 */
export function mailsEachReader<Kind extends ManyReaders>(kind: Kind, plan: Plan<Kind>): Handler<Kind> {
  return async (cx, payload) => {
    const round = await plan(cx, payload)
    if (!round) return
    const isOnlyOne = round.readers.length === 1 && round.mark === undefined
    const readerId = payload.reader ?? (isOnlyOne ? round.readers[0]?.id : undefined)
    if (readerId === undefined) await cx.atomically((cx) => enqueueReaders(cx, { kind, payload, round }))
    const reader = round.readers.find(({ id }) => id === readerId)
    if (!reader) return
    const letter = { ...(await round.write()), offUrl: reader.offUrl }
    const { about, workspaceId } = round
    await sendMail(cx, { id: `${round.id}-${reader.id}`, kind, about, workspaceId, to: reader.email, letter })
  }
}

interface Split<Kind extends ManyReaders> {
  kind: Kind
  payload: JobPayloads[Kind]
  round: Round
}

async function enqueueReaders<Kind extends ManyReaders>(cx: Inside, { kind, payload, round }: Split<Kind>) {
  const at = cx.now()
  await round.mark?.(cx, at)
  for (const { id: reader } of round.readers) {
    const own = { ...payload, reader, ...(round.mark && { at }) }
    await enqueue(cx, kind, { payload: own, dedupeKey: `${kind}:${round.id}-${reader}` })
  }
}

/** The operators as readers. An id stays the same when their list changes. */
export const operatorReaders = ({ admission }: Pick<Outside, "admission">): MailReader[] =>
  admission.operators.map((email) => ({ id: `operator-${hashSecret(email).slice(0, 16)}`, email }))
