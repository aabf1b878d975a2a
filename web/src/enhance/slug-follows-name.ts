import { keepBusy } from "../kit/loading/busy.ts"

/** Derives a new workspace's slug from its name until the person edits the slug. */
const name = document.querySelector<HTMLInputElement>("input[data-names]")
const slug = document.querySelector<HTMLInputElement>("input[data-follows]")
const longest = 32
const found = document.querySelector<HTMLElement>("[data-slug-found]")
let follows = slug?.value === ""
let check = new AbortController()

slug?.addEventListener("input", () => {
  follows = false
  checkSoon(slug.value)
})
name?.addEventListener("input", follow)
// The name may have been typed before this script was loaded.
if (name?.value) follow()

function follow(): void {
  if (!follows || !slug || !name) return
  slug.value = toSlug(name.value)
  checkSoon(slug.value)
}

/** Says whether the slug is free, once the person pauses. An earlier check is given up. */
async function checkSoon(wished: string): Promise<void> {
  check.abort()
  check = new AbortController()
  say("", "good")
  const end = keepBusy("reads")
  await checkLater(wished, check.signal)
  end()
}

async function checkLater(wished: string, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 300))
  if (signal.aborted || wished.trim() === "") return
  const query = new URLSearchParams({ slug: wished.trim().slice(0, longest) })
  try {
    const response = await fetch(`/api/onboard/check-slug?${query}`, { signal })
    if (response.ok) show(wished, await response.json())
  } catch {
    // The service checks the slug again when the form is sent.
  }
}

interface SlugCheck {
  available: boolean
  reason?: "too_short" | "reserved"
}

function show(wished: string, { available, reason }: SlugCheck): void {
  const refused = reason === "too_short" ? "Too short. Use at least 3 letters or digits." : "Taken. Try another."
  say(available ? `${found?.dataset.slugFound}${wished} is available` : refused, available ? "good" : "bad")
}

function say(words: string, tone: "good" | "bad"): void {
  if (!found) return
  found.dataset.tone = tone
  found.textContent = words
}

/** Derives a slug: "Ada’s Studio" becomes "adas-studio". Empty if no character is usable. */
function toSlug(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-+|-+$/g, "")
}
