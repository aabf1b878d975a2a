/** How long a form that was sent takes no second press, should its answer never come. */
const deadMs = 10_000

/** Sends each form once and shows that it is under way. The pressed button stays enabled: its name and value travel. */
addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement
  if (event.defaultPrevented || form.method !== "post") return
  if ("sent" in form.dataset) return event.preventDefault()
  form.dataset.sent = ""
  const button = event.submitter
  setTimeout(() => button?.setAttribute("aria-busy", "true"))
  setTimeout(() => revive(form), deadMs)
})

/** A page that comes back from the history begins anew. */
addEventListener("pageshow", () => {
  for (const form of document.forms) revive(form)
})

/** Lets a form be sent again. */
export function revive(form: HTMLFormElement): void {
  delete form.dataset.sent
  for (const button of form.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy")
}
