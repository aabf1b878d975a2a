interface Whose {
  accountId: string
  docId: string
}

/** The name of the database in which this browser keeps a doc: each person's own, since several may use one browser. */
export const keptDocName = ({ accountId, docId }: Whose): string => `doc ${accountId} ${docId}`

const isKeptDoc = (name: string, isMeant: (accountId: string) => boolean) => {
  const [kind, accountId = ""] = name.split(" ")
  return kind === "doc" && isMeant(accountId)
}

/** What is noted beside a database whose doc was written in since the service stored it. */
const unstored = "unstored "

/** Notes whether a kept doc holds what the service does not have yet, for whoever signs out: of any tab, open or not. */
export function noteUnstored(name: string, isUnstored: boolean): void {
  try {
    if (isUnstored) localStorage.setItem(unstored + name, "")
    else localStorage.removeItem(unstored + name)
  } catch {} // A browser that keeps nothing.
}

/** Whether a kept doc holds what the service does not have yet. */
export function hasUnstored(name: string): boolean {
  return notes().includes(unstored + name)
}

function notes(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(unstored))
  } catch {
    return []
  }
}

/** Waits a moment for the service to have all that was written here; false when it still has not. */
export async function untilAllStored(): Promise<boolean> {
  for (let looks = 0; notes().length > 0; looks += 1) {
    if (looks === mostLooks) return false
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs))
  }
  return true
}

const betweenLooksMs = 50
const mostLooks = 60

/** Takes out of this browser what it keeps of docs for those accounts, all of them when nothing is said. */
export async function dropKeptDocs(isMeant: (accountId: string) => boolean = () => true): Promise<void> {
  const known = (await indexedDB.databases?.().catch(() => [])) ?? []
  const names = known.map(({ name = "" }) => name).filter((name) => isKeptDoc(name, isMeant))
  for (const note of notes()) if (isKeptDoc(note.slice(unstored.length), isMeant)) localStorage.removeItem(note)
  await Promise.all(names.map(dropDatabase))
}

/** Done when it is gone, or when a page that has it open was told to close it. */
function dropDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    for (const event of ["success", "error", "blocked"]) request.addEventListener(event, () => resolve())
  })
}
