import { revive } from "./send-once.ts"

/** Sign-out forms: `unsent/sign-out.ts` sends them. Where it cannot be loaded, the browser does. */
addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement
  if (event.defaultPrevented || new URL(form.action).pathname !== "/sign-out") return
  event.preventDefault()
  import("../unsent/sign-out.ts").then(
    async ({ signOut }) => (await signOut(form)) || revive(form),
    () => form.submit(),
  )
})
