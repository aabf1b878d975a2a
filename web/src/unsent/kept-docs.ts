import { hasUnsentWords, settle, titlesOf, type Whose, wordsOf } from "./notes.ts"

/** The name of the database in which this browser keeps a doc: each person's own, since several may use one browser. */
export const keptDocName = ({ accountId, docId }: Whose): string => `doc ${accountId} ${docId}`

/** Whose doc a database holds; undefined for one that holds none. */
function whoseIs(name: string): Whose | undefined {
  const [kind, accountId, docId] = name.split(" ")
  return kind === "doc" && accountId && docId ? { accountId, docId } : undefined
}

/**
 * Waits a moment for the service to have all that an account wrote here. Answers what to ask its writer before they sign
 * out; undefined where all of it is stored.
 */
export async function warningOf(accountId: string): Promise<string | undefined> {
  for (let looks = 0; wordsOf(accountId).length > 0 && looks < mostLooks; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs))
  }
  const titles = new Set([...wordsOf(accountId), ...titlesOf(accountId)].map(({ title }) => `“${title}”`))
  if (titles.size === 0) return undefined
  return `What you wrote in ${[...titles].join(", ")} is not stored yet. It stays in this browser, and is sent when you sign in here again. Sign out now?`
}

const betweenLooksMs = 50
const mostLooks = 60

/** Takes out of this browser what it keeps of docs for those accounts, except for what holds words that are not stored. */
export async function dropKeptDocs(isMeant: (accountId: string) => boolean): Promise<void> {
  await drop((whose) => isMeant(whose.accountId) && !hasUnsentWords(whose))
}

/** Takes all that this browser keeps for an account out of it, also what is not stored. */
export async function dropAllOf(accountId: string): Promise<void> {
  settle([...wordsOf(accountId), ...titlesOf(accountId)])
  await drop((whose) => whose.accountId === accountId)
}

/** Takes one doc out of this browser, with its words that are not stored. */
export async function dropKeptDoc(whose: Whose): Promise<void> {
  settle(wordsOf(whose.accountId).filter(({ docId }) => docId === whose.docId))
  await dropDatabase(keptDocName(whose))
}

async function drop(isMeant: (whose: Whose) => boolean): Promise<void> {
  const known = (await indexedDB.databases?.().catch(() => [])) ?? []
  const names = known.map(({ name = "" }) => name)
  await Promise.all(
    names.map((name) => {
      const whose = whoseIs(name)
      return whose && isMeant(whose) && dropDatabase(name)
    }),
  )
}

/** Done when it is gone, or when a page that has it open was told to close it. */
function dropDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    for (const event of ["success", "error", "blocked"]) request.addEventListener(event, () => resolve())
  })
}
