import type { Outside, Reading } from "#access/context.ts"
import { findPublicOffer } from "../offers/index.ts"
import { accountFor } from "./payment-account.ts"

type Cx = Reading & Pick<Outside, "keyring" | "payments">

/** The publishable key of the account that this offer's sales are charged on. Undefined when there is no such offer. */
export async function findPublishableKey(cx: Cx, shortKey: string): Promise<string | undefined> {
  const offer = await findPublicOffer(cx, shortKey)
  return offer && cx.payments.publishableKey(await accountFor(cx, offer.workspaceId))
}
