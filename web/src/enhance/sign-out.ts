import { revive } from "./send-once.ts"

/** Deletes local docs before a sign-out. Unsent edits stay, and the person is asked first. */
addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement
  if (event.defaultPrevented || new URL(form.action).pathname !== "/sign-out") return
  event.preventDefault()
  signOut(form)
})

async function signOut(form: HTMLFormElement): Promise<void> {
  // No failure may prevent the sign-out.
  const docs = await import("../unsent/kept-docs.ts").catch(() => undefined)
  const warning = await docs?.warningOf(document.documentElement.dataset.account ?? "")
  if (warning && !confirm(warning)) return revive(form)
  await docs?.dropKeptDocs(() => true).catch(() => {})
  form.submit()
}
