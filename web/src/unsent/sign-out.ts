import { leaveBy } from "../kit/loading/busy.ts"
import { keptInTab } from "../kit/stored.ts"
import { dropPersistedDocs, warningOf } from "./persisted-docs.ts"

/**
 * Deletes local docs and signs out. Unsent edits stay, and the person is asked first. The page is left only after the
 * service has confirmed: another navigation would cancel a form that is under way, and the person would stay signed in.
 * Returns false if the person stays.
 */
export async function signOut(form: HTMLFormElement): Promise<boolean> {
  // No failure may prevent the sign-out.
  const warning = await warningOf(document.documentElement.dataset.account ?? "").catch(() => undefined)
  if (warning && !confirm(warning)) return false
  await dropPersistedDocs(() => true).catch(() => {})
  for (const key of keptInTab.keys().filter((key) => key.startsWith("draft "))) keptInTab.remove(key)
  const isEnded = await send(form)
  if (isEnded) leaveBy(() => location.assign("/"))
  else alert("You are still signed in, because the service could not be reached. Check your connection and try again.")
  return isEnded
}

/** The service answers a sign-out with a redirect, also when the session had ended before. */
async function send(form: HTMLFormElement): Promise<boolean> {
  const body = new URLSearchParams(new FormData(form) as never)
  const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => undefined)
  return answer?.type === "opaqueredirect"
}
