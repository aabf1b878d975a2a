import { useEffect, useState } from "react"
import {
  hasUnsent,
  listWordsNotes,
  type TitleNote,
  titlesOf,
  type WordsNote,
  whenNotesChange,
} from "../../unsent/notes.ts"
import { isOwnWriter, presentWriters } from "../../unsent/writers.ts"
import { here } from "../console-data.ts"

/** The unsent edits of a doc in this browser. */
export interface Unsent {
  docId: string
  words: readonly WordsNote[]
  title: TitleNote | undefined
  /** Whether an open page of the browser is still sending it. */
  isOpen: boolean
}

/** An online page with an open doc sends within this time. */
const patienceMs = 10_000
const lookMs = 5_000

/** The reader's unsent edits in this browser, except those that this page is sending. */
export function useUnsent(): readonly Unsent[] {
  const [unsent, set] = useState<readonly Unsent[]>([])
  useEffect(() => {
    const { accountId } = here()
    const look = async () => {
      const now = hasUnsent(accountId) ? await find(accountId) : []
      set((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now))
    }
    look()
    const timer = setInterval(look, lookMs)
    const end = whenNotesChange(look)
    return () => {
      clearInterval(timer)
      end()
    }
  }, [])
  return unsent
}

async function find(accountId: string): Promise<readonly Unsent[]> {
  const present = await presentWriters()
  const isLate = ({ since }: { since: number }) => Date.now() - since > patienceMs
  const words = listWordsNotes(accountId).filter(
    (note) => !isOwnWriter(note.writer) && (!present.has(note.writer) || isLate(note)),
  )
  const titles = titlesOf(accountId).filter((note) => note.why !== undefined || isLate(note))
  const docIds = [...new Set([...words, ...titles].map(({ docId }) => docId))]
  return docIds.map((docId) => {
    const ofDoc = words.filter((note) => note.docId === docId)
    const title = titles.find((note) => note.docId === docId)
    return { docId, words: ofDoc, title, isOpen: ofDoc.some(({ writer }) => present.has(writer)) }
  })
}
