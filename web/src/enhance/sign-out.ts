import { revive } from "./send-once.ts"

const loadKeptDocs = () => import("./kept-docs.ts")

const { account } = document.documentElement.dataset
if (account !== undefined) dropOthers(account).catch(() => {})

async function dropOthers(reader: string): Promise<void> {
  const { dropKeptDocs } = await loadKeptDocs()
  await dropKeptDocs((owner) => owner !== reader)
}

/** Before a sign-out is sent, what this browser keeps of docs goes; what is not stored yet only if its writer agrees. */
addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement
  if (event.defaultPrevented || new URL(form.action).pathname !== "/sign-out") return
  event.preventDefault()
  signOut(form)
})

async function signOut(form: HTMLFormElement): Promise<void> {
  // Whoever wants to be signed out is, whatever fails.
  const docs = await loadKeptDocs().catch(() => undefined)
  if (docs && !(await docs.untilAllStored()) && !confirm(warning)) return revive(form)
  await docs?.dropKeptDocs().catch(() => {})
  form.submit()
}

const warning =
  "Something that you wrote in a doc is not stored yet, and signing out takes it out of this browser. Sign out and lose it?"
