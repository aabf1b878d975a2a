import { callApi } from "../../../api/call.ts"
import { type EditRefusal, listWordsNotes, noteWhy, type WordsNote, whenNotesChange } from "../../../unsent/notes.ts"
import { presentWriters, whenLeft } from "../../../unsent/writers.ts"
import { type End, endOrWaitOf, type Wait } from "./ends.ts"
import { openDoc } from "./open-doc.ts"
import type { DocState } from "./session.ts"

/** The time limits for one doc, so that the others get their turn. */
const most = { connectMs: 10_000, sendMs: 30_000 }
const againMs = 30_000
const gatherMs = 500

let isStarted = false

/**
 * Sends an account's unsent edits of docs that are no longer open, from any open page: at once, when the browser comes
 * online, and periodically while edits remain.
 */
export function startSending(accountId: string): void {
  if (isStarted) return
  isStarted = true
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Number.POSITIVE_INFINITY
  // An earlier planned run stays: a page may leave while another page's edits are being sent.
  const plan = (ms: number) => {
    if (Date.now() + ms >= dueAt) return
    clearTimeout(timer)
    dueAt = Date.now() + ms
    timer = setTimeout(run, ms)
  }
  const followed = new Set<string>()
  const run = async () => {
    dueAt = Number.POSITIVE_INFINITY
    for (const { writer } of listWordsNotes(accountId)) {
      if (!followed.has(writer)) whenLeft(writer, () => plan(gatherMs))
      followed.add(writer)
    }
    await inOnePage(() => sendAll(accountId)).catch(() => {})
    if (listWordsNotes(accountId).length > 0) plan(againMs * (1 + Math.random()))
  }
  addEventListener("online", () => {
    for (const [key, time] of notBefore) if (Number.isFinite(time)) notBefore.delete(key)
    plan(gatherMs)
  })
  whenNotesChange(() => plan(gatherMs))
  plan(0)
}

function inOnePage(run: () => Promise<void>): Promise<void> {
  const { locks }: { locks?: LockManager } = navigator
  if (!locks) return run()
  return locks.request("send unsent", run)
}

/** The earliest time of this page's next attempt, by the note's key. */
const notBefore = new Map<string, number>()

async function sendAll(accountId: string): Promise<void> {
  const present = await presentWriters()
  const isDue = ({ key, writer }: WordsNote) => !present.has(writer) && Date.now() >= (notBefore.get(key) ?? 0)
  const due = listWordsNotes(accountId).filter(isDue)
  const byDoc = new Map(due.map((note) => [note.docId, note]))
  for (const note of byDoc.values()) {
    const outcome = await send(note)
    for (const one of due) {
      if (one.docId !== note.docId) continue
      const isTriedAgain = outcome === "later" || outcome === "no-room"
      notBefore.set(one.key, isTriedAgain ? Date.now() + againMs : Number.POSITIVE_INFINITY)
      if (outcome !== "later" && outcome !== "over") noteWhy(one, outcome)
    }
  }
}

/** The result of an attempt: over for this page, to be retried, or refused. */
type Outcome = "over" | "later" | EditRefusal

async function send(note: WordsNote): Promise<Outcome> {
  const { accountId, docId, workspace, title } = note
  const ask = () => askFor(workspace, docId)
  const open = openDoc({ accountId, docId, workspace, title, mayWrite: true, isUnseen: true, ask })
  const outcome = await new Promise<Outcome>((resolve) => {
    open.subscribe(() => {
      const found = outcomeOf(open.state())
      if (found) resolve(found)
    })
    setTimeout(() => open.state().isOnline || resolve("later"), most.connectMs)
    setTimeout(resolve, most.sendMs, "later")
  })
  open.close()
  return outcome
}

/** Undefined while the attempt is in progress. */
function outcomeOf({ isLoaded, isOnline, isSaved, isPending, mayWrite, wait, end }: DocState): Outcome | undefined {
  if (end) return refusals[end]
  if (wait === "no-room") return "no-room"
  if (!isOnline || !isLoaded) return undefined
  if (!mayWrite) return "read-only"
  return isSaved && !isPending ? "over" : undefined
}

const refusals: Readonly<Record<End, Outcome>> = {
  "signed-out": "over",
  "no-access": "no-access",
  gone: "gone",
  "too-old": "too-old",
  refused: "refused",
  "too-big": "refused",
}

/** Asks over HTTP whether the reader can open the doc. */
async function askFor(workspace: string, id: string): Promise<"write" | End | Wait> {
  try {
    await callApi(`/console/get-doc?${new URLSearchParams({ workspace, input: JSON.stringify({ id }) })}`)
    return "write"
  } catch (error) {
    return endOrWaitOf(error)
  }
}
