import { type App, perform, systemContext } from "#access/perform.ts"
import { listUsableCodes } from "#domains/handover/index.ts"
import { listWorkspaces } from "#domains/workspaces/index.ts"
import { mailboxPath } from "../mailbox/load.ts"
import type { PageContent, Visit } from "../page.ts"
import { previewOf } from "../preview.ts"

const description = "Sell files, share links and write together. For creators and small teams."

export async function loadHome({ app, settings, caller }: Visit) {
  const { base } = app.addresses
  const workspaces =
    caller.kind === "person" ? (await perform({ app, caller }, listWorkspaces, { limit: 100 })).workspaces : null
  return {
    head: {
      title: "A workspace for creators and small teams",
      description,
      preview: previewOf(base, "/", { title: app.brandName, description }),
    },
    data: {
      baseUrl: base,
      demo: settings.isProduction
        ? null
        : {
            payUrl: `${base}/pay/demo`,
            giftCodes: await demoCodes(app),
            mailboxPath: mailboxPath({ app, settings }) ?? null,
          },
      workspaces,
    },
  } satisfies PageContent
}

/** The demo's gift codes that still work; used-up codes are not shown. */
const demoCodes = (app: App) => listUsableCodes(systemContext(app), "demo", ["GIFT-FIVE", "GIFT-FULL"])
