import { keepBusy } from "../kit/loading/busy.ts"

/** How long a submitted form is blocked if the response never arrives. */
const deadMs = 10_000

/** Ends the page's work for a submitted form. */
const ends = new WeakMap<HTMLFormElement, () => void>()

/** Prevents double submission. The pressed button stays enabled, so that its name and value are submitted. */
addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement
  if (event.defaultPrevented || form.method !== "post") return
  if ("sent" in form.dataset) return event.preventDefault()
  form.dataset.sent = ""
  ends.set(form, keepBusy("writes"))
  const button = event.submitter
  setTimeout(() => button?.setAttribute("aria-busy", "true"))
  setTimeout(() => revive(form), deadMs)
})

/** Unblocks the forms of a page restored from the back/forward cache. Reloads a page whose decision may be made. */
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && document.querySelector("[data-decides]")) return location.reload()
  for (const form of document.forms) revive(form)
})

/** Unblocks a form. */
export function revive(form: HTMLFormElement): void {
  delete form.dataset.sent
  ends.get(form)?.()
  for (const button of form.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy")
}
