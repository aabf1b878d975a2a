import { keepBusy } from "../kit/loading/busy.ts"

/** Loads the page again while its visitor waits for a mail, and replaces what shows its state, in its live region. */
const partsOf = (page: ParentNode) => [...page.querySelectorAll<HTMLElement>("[data-asked-mail]")]
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const followedMs = 15 * 60_000
const longestMs = (state: string | undefined) => (state?.startsWith("sent") ? 30_000 : 10_000)

/** A code that is being sent ends the sign-in, and with it the page that asks for the code. */
const left = new AbortController()
for (const leaving of ["submit", "pagehide"]) addEventListener(leaving, () => left.abort())

void follow()

async function follow(): Promise<void> {
  const until = Date.now() + followedMs
  for (let waitMs = 1_000; Date.now() < until; waitMs *= 2) {
    const state = partsOf(document)[0]?.dataset.askedMail
    if (state?.startsWith("failed")) return
    waitMs = Math.min(waitMs, longestMs(state))
    await sleep(waitMs)
    if (left.signal.aborted) return
    if (document.hidden) continue
    const end = keepBusy("reads")
    const page = await load()
    if (page && page !== "over" && !left.signal.aborted) replaceParts(page)
    end()
    if (page === "over") return
  }
}

/** Undefined without a whole response, and `over` when the page no longer exists. */
async function load(): Promise<Document | "over" | undefined> {
  try {
    const response = await fetch(location.pathname + location.search, { signal: left.signal })
    if (response.ok) return new DOMParser().parseFromString(await response.text(), "text/html")
    return response.status < 500 && response.status !== 429 ? "over" : undefined
  } catch {
    return undefined
  }
}

function replaceParts(page: Document): void {
  const fresh = partsOf(page)
  for (const [at, part] of partsOf(document).entries()) {
    const next = fresh[at]
    if (!next || next.dataset.askedMail === part.dataset.askedMail) continue
    const focused = part.contains(document.activeElement) ? document.activeElement?.textContent : undefined
    for (const { name, value } of next.attributes) part.setAttribute(name, value)
    part.replaceChildren(...next.childNodes)
    if (focused === undefined) continue
    const same = [...part.querySelectorAll<HTMLElement>("a, button")].find(({ textContent }) => textContent === focused)
    same?.focus()
  }
}
