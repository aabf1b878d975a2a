import { perform } from "#access/perform.ts"
import type { VisitorData } from "#contract/pages/house.ts"
import { getProfile } from "#domains/accounts/index.ts"
import { formTokenFor } from "../transport/form-token.ts"
import type { Visit } from "./page.ts"

/** The signed-in visitor, for the top corner of every page. */
export async function visitorOf({ app, caller }: Pick<Visit, "app" | "caller">): Promise<VisitorData | null> {
  if (caller.kind !== "person") return null
  const { email, name, isOperator } = await perform({ app, caller }, getProfile, {})
  return {
    accountId: caller.accountId,
    email,
    name: name ?? "",
    isOperator,
    signOut: { action: "/sign-out", formToken: formTokenFor(app, caller, "") },
  }
}
