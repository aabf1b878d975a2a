import { perform } from "#access/perform.ts"
import { getMailSwitch } from "#domains/notifications/index.ts"
import type { PageContent, Visit } from "../page.ts"
import { unsubscribePath } from "./forms.ts"

/** Offers to stop the mails of one kind to one account. Opening it stops nothing, since mail scanners open links. */
export async function loadUnsubscribe({ app, caller, params }: Visit) {
  const { title, isStopped } = await perform({ app, caller }, getMailSwitch, { token: params.token })
  return {
    head: { title: isStopped ? "Unsubscribed" : "Unsubscribe" },
    data: { formAction: unsubscribePath(params), title, isStopped },
  } satisfies PageContent
}
