import { stored } from "../kit/stored.ts"
import { type EditedDoc, hasUnsentWords, listWordsNotes, settle, titlesOf } from "./notes.ts"

/** The IndexedDB database of a doc. Its name contains the account, because several people may share a browser. */
export const persistedDocName = ({ accountId, docId }: EditedDoc): string => `doc ${accountId} ${docId}`

const noted = "kept "

/** Notes a database that will be opened. Firefox before 126 cannot list its databases. */
export function notePersistedDoc(name: string): void {
  if (!("databases" in indexedDB)) stored.set(noted + name, "")
}

async function listDatabases(): Promise<string[]> {
  const names = stored.keys().flatMap((key) => (key.startsWith(noted) ? key.slice(noted.length) : []))
  const known = (await indexedDB.databases?.().catch(() => [])) ?? []
  return [...names, ...known.map(({ name = "" }) => name)]
}

/** The doc of a database; undefined for other databases. */
function whoseIs(name: string): EditedDoc | undefined {
  const [kind, accountId, docId] = name.split(" ")
  return kind === "doc" && accountId && docId ? { accountId, docId } : undefined
}

/** Waits briefly for pending edits to be saved. Returns the question to ask before a sign-out if some are not. */
export async function warningOf(accountId: string): Promise<string | undefined> {
  for (let looks = 0; listWordsNotes(accountId).length > 0 && looks < mostLooks; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs))
  }
  const titles = new Set([...listWordsNotes(accountId), ...titlesOf(accountId)].map(({ title }) => `“${title}”`))
  if (titles.size === 0) return undefined
  return `Changes to ${[...titles].join(", ")} aren't synced yet. They stay in this browser until you sign in again. Sign out?`
}

const betweenLooksMs = 50
const mostLooks = 60

/** Deletes the local docs of these accounts, except those with unsent edits. */
export async function dropPersistedDocs(isMeant: (accountId: string) => boolean): Promise<void> {
  await drop((whose) => isMeant(whose.accountId) && !hasUnsentWords(whose))
}

/** Deletes everything that this browser stores for an account, including unsent edits. */
export async function dropAllOf(accountId: string): Promise<void> {
  settle([...listWordsNotes(accountId), ...titlesOf(accountId)])
  await drop((whose) => whose.accountId === accountId)
}

/** Deletes a doc from this browser, including its unsent edits. */
export async function dropPersistedDoc(whose: EditedDoc): Promise<void> {
  settle(listWordsNotes(whose.accountId).filter(({ docId }) => docId === whose.docId))
  await dropDatabase(persistedDocName(whose))
}

async function drop(isMeant: (whose: EditedDoc) => boolean): Promise<void> {
  const names = await listDatabases()
  await Promise.all(
    names.map((name) => {
      const whose = whoseIs(name)
      return whose && isMeant(whose) && dropDatabase(name)
    }),
  )
}

/** Also resolves on `blocked`: a page that has the database open then closes it. */
function dropDatabase(name: string): Promise<void> {
  stored.remove(noted + name)
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    for (const event of ["success", "error", "blocked"]) request.addEventListener(event, () => resolve())
  })
}
