import { callApi, Refused } from "../api/call.ts"
import { here } from "../console/console-data.ts"
import { type EditRefusal, noteWhy, settle, type TitleNote, titlesOf, whenNotesChange } from "./notes.ts"

const againMs = 30_000
/** By then, the page where a title was typed has sent it. */
const patienceMs = 5_000

/** Sends titles that were typed while offline. `onSent` is called after each. Returns the function that stops it. */
export function startSendingTitles(onSent: () => void): () => void {
  let isRunning = false
  const run = async () => {
    if (isRunning) return
    isRunning = true
    for (const note of titlesOf(here().accountId)) if (await send(note)) onSent()
    isRunning = false
  }
  run()
  addEventListener("online", run)
  const timer = setInterval(run, againMs)
  let soon: ReturnType<typeof setTimeout> | undefined
  const end = whenNotesChange(() => {
    clearTimeout(soon)
    soon = setTimeout(run, patienceMs)
  })
  return () => {
    removeEventListener("online", run)
    clearInterval(timer)
    clearTimeout(soon)
    end()
  }
}

/** Sends a noted title, unless the doc was renamed in the meantime. */
async function send(note: TitleNote): Promise<boolean> {
  if (note.why !== undefined) return false
  try {
    const { title } = await callApi<{ title: string }>(addressOf("get-doc", note, { id: note.docId }))
    if (title === note.title || title === note.named.title) {
      await giveTitle(note)
      return true
    }
    noteWhy(note, "other-title")
  } catch (error) {
    const why = titleRefusal(error)
    if (why) noteWhy(note, why)
  }
  return false
}

/** Sends a noted title, even if the doc was renamed in the meantime. @throws Refused */
export async function giveTitle(note: TitleNote): Promise<void> {
  const body = { id: note.docId, ...note.named }
  await callApi(addressOf("rename-doc", note), { body, idempotencyKey: note.attempt, formToken: here().formToken })
  settle([note])
}

function addressOf(name: string, { workspace }: TitleNote, input?: object): string {
  return `/console/${name}?${new URLSearchParams({ workspace, ...(input && { input: JSON.stringify(input) }) })}`
}

/** Undefined if the request can be retried. */
export function titleRefusal(error: unknown): EditRefusal | undefined {
  if (!(error instanceof Refused) || error.isPassing || error.status === 401) return undefined
  if (error.status === 403) return error.neededRole ? "read-only" : "no-access"
  return error.status === 404 ? "gone" : "refused"
}
