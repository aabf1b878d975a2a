import { stored } from "../kit/stored.ts"

const { account } = document.documentElement.dataset

/** Checks only the keys; the module that reads notes is loaded only if there are any. */
const hasNotes = () => stored.keys().some((key) => key.split(" ")[1] === account)

function send(): void {
  if (hasNotes())
    import("../console/doc/collaboration/send-unsent.ts").then(({ startSending }) => startSending(String(account)))
}

if (account !== undefined) {
  import("../unsent/persisted-docs.ts")
    .then(({ dropPersistedDocs }) => dropPersistedDocs((owner) => owner !== account))
    .catch(() => {})
  send()
  // Another page may have written a note.
  addEventListener("storage", send)
}
