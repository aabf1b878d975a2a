import { revive } from "./send-once.ts"

/** Before a sign-out is sent, what this browser keeps of docs goes; what is not stored yet stays, if its writer agrees. */
addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement
  if (event.defaultPrevented || new URL(form.action).pathname !== "/sign-out") return
  event.preventDefault()
  signOut(form)
})

async function signOut(form: HTMLFormElement): Promise<void> {
  // Whoever wants to be signed out is, whatever fails.
  const docs = await import("../unsent/kept-docs.ts").catch(() => undefined)
  const warning = await docs?.warningOf(document.documentElement.dataset.account ?? "")
  if (warning && !confirm(warning)) return revive(form)
  await docs?.dropKeptDocs(() => true).catch(() => {})
  form.submit()
}
