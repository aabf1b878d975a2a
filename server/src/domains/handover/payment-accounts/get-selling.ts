import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { findSellerProcessorAccounts } from "../seller-processor-account-store.ts"
import { chooseProcessorAccount, isTestSale, type Obstacle } from "../selling.ts"

const selling = z.object({
  account: z.enum(["own", "installation"]).nullable().describe("Whose account the next sale is charged on."),
  isTest: z.boolean().describe("The next sale moves no money: in the sandbox, or with a processor's test keys."),
  mayUseOwnKeys: z.boolean().describe("Whether sales may be charged on keys of the workspace's own."),
  problem: z
    .object({ message: z.string(), hint: z.string().describe("What to do about it.") })
    .nullable()
    .describe("Why offers with a price cannot be bought, or only by members."),
})

type Selling = z.output<typeof selling>

export const getSelling = workspaceAction("viewer", "console", {
  input: z.object({}),
  output: selling,
  async run(cx): Promise<Selling> {
    const processorAccounts = await findSellerProcessorAccounts(cx, cx.workspaceId)
    const chosen = chooseProcessorAccount(cx, processorAccounts)
    const mayUseOwnKeys = cx.selling.own
    if (!("id" in chosen)) {
      const isOwn = mayUseOwnKeys && (processorAccounts.own !== null || chosen.obstacle === "no-account")
      const problem = isOwn ? problems[chosen.obstacle] : { ...problems[chosen.obstacle], hint: askOperator }
      return { account: null, isTest: false, mayUseOwnKeys, problem }
    }
    const hasTestKeys = isTestSale(cx, chosen.id, processorAccounts)
    return {
      account: chosen.id === "installation" ? "installation" : "own",
      isTest: hasTestKeys || cx.payments.name === "sandbox",
      mayUseOwnKeys,
      problem: hasTestKeys ? testKeys : null,
    }
  },
})

const askOperator = "Contact the operator."

const problems: Record<Obstacle, { message: string; hint: string }> = {
  "no-account": {
    message: "Paid offers can’t be bought yet: no Stripe account is connected.",
    hint: "Ask an admin to connect Stripe in Payouts.",
  },
  stopped: {
    message: "Paid offers can’t be bought: the Stripe account can’t take payments.",
    hint: "Ask an admin to check Payouts.",
  },
}

const testKeys = {
  message: "Only members can buy: the Stripe account uses test keys.",
  hint: "Add live keys in Payouts to sell to everyone.",
}
