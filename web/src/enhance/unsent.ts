const { account } = document.documentElement.dataset

/** Checks only the keys; the module that reads notes is loaded only if there are any. */
const hasNotes = () => Object.keys(localStorage).some((key) => key.split(" ")[1] === account)

function send(): void {
  try {
    if (hasNotes())
      import("../console/doc/collaboration/send-unsent.ts").then(({ startSending }) => startSending(String(account)))
  } catch {} // The browser blocks storage.
}

if (account !== undefined) {
  import("../unsent/kept-docs.ts")
    .then(({ dropKeptDocs }) => dropKeptDocs((owner) => owner !== account))
    .catch(() => {})
  send()
  // Another page may have written a note.
  addEventListener("storage", send)
}
