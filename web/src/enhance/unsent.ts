const { account } = document.documentElement.dataset

/** Looks at names alone: what `notes.ts` knows of them comes when there are some. */
const hasNotes = () => Object.keys(localStorage).some((key) => key.split(" ")[1] === account)

function send(): void {
  try {
    if (hasNotes())
      import("../console/doc/collaboration/send-unsent.ts").then(({ startSending }) => startSending(String(account)))
  } catch {} // A browser that keeps nothing.
}

if (account !== undefined) {
  import("../unsent/kept-docs.ts")
    .then(({ dropKeptDocs }) => dropKeptDocs((owner) => owner !== account))
    .catch(() => {})
  send()
  // Another page has noted something.
  addEventListener("storage", send)
}
