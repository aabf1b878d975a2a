import type { Outside, Reading } from "#access/context.ts"
import { findPublicOffer } from "../offers/index.ts"
import { accountFor } from "./payment-account.ts"

type Cx = Reading & Pick<Outside, "keyring" | "payments">

/** The public key of the processor account that a sale of this offer is charged on; undefined when there is no offer. */
export async function findPublishableKey(cx: Cx, shortKey: string): Promise<string | undefined> {
  const offer = await findPublicOffer(cx, shortKey)
  return offer && cx.payments.publishableKey(await accountFor(cx, offer.workspaceId))
}
