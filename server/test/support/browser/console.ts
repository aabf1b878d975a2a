import type { Page } from "playwright-core"
import type { ConsoleActions } from "#surfaces/console/console-actions.ts"
import type { AnyPage } from "./any-page.ts"
import { signInByForms } from "./person.ts"
import type { StudioInBrowser } from "./studio.ts"

/** Performs an action in the workspace `studio` as the page's person, like another of their pages. */
export function doBehind(page: AnyPage, name: keyof ConsoleActions, input: object): Promise<Record<string, unknown>> {
  // A text, since it runs in the page, whose types are unknown here.
  return page.evaluate(`(async () => {
    const { data } = JSON.parse(document.getElementById("page-data").textContent)
    const answer = await fetch("/console/${name}?workspace=studio", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "idempotency-key": crypto.randomUUID(),
        "svc-form-token": data.formToken,
      },
      body: ${JSON.stringify(JSON.stringify(input))},
    })
    return answer.json()
  })()`)
}

/** The service and browsers of any engine. */
interface Studio<Opened extends AnyPage> extends Pick<StudioInBrowser, "mailTo"> {
  open(options: { refusals: RegExp }): Promise<{ page: Opened }>
}

/** Makes a person join the demo's workspace, in a new browser that then shows its overview. */
export async function joinStudio<Opened extends AnyPage>(
  studio: Studio<Opened>,
  owner: AnyPage,
  { email, role, refusals = /^$/ }: { email: string; role: string; refusals?: RegExp },
): Promise<Opened> {
  await doBehind(owner, "invite-member", { email, role })
  const token = /\/invitations\/(\S+)/.exec(await studio.mailTo(email, /\/invitations\//))?.[1]
  const { page } = await studio.open({ refusals })
  await page.goto("/account")
  await signInByForms(studio, page, email)
  await doBehind(page, "accept-invitation", { token })
  await page.goto("/studio")
  return page
}

/** Counts the streams that a browser's pages have requested. */
export function streamsOf(page: Page): () => number {
  let count = 0
  page.context().on("request", (request) => {
    if (new URL(request.url()).pathname === "/console/live") count += 1
  })
  return () => count
}
