import { dropKeptDocs, untilAllStored } from "./kept-docs.ts"
import { revive } from "./send-once.ts"

const { account } = document.documentElement.dataset
if (account !== undefined) dropKeptDocs((owner) => owner !== account)

/** Before a sign-out is sent, what this browser keeps of docs goes; what is not stored yet only if its writer agrees. */
addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement
  if (event.defaultPrevented || new URL(form.action).pathname !== "/sign-out") return
  event.preventDefault()
  signOut(form)
})

async function signOut(form: HTMLFormElement): Promise<void> {
  if (!(await untilAllStored()) && !confirm(warning)) return revive(form)
  await dropKeptDocs()
  form.submit()
}

const warning =
  "Something that you wrote in a doc is not stored yet, and signing out takes it out of this browser. Sign out and lose it?"
