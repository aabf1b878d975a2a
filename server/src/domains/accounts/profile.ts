import { z } from "zod"
import type { Outside, Person, Reading } from "#access/context.ts"
import { getAccount } from "./account-store.ts"
import { isOperator } from "./require-operator.ts"

export const profile = z.object({
  email: z.string(),
  name: z.string().nullable().describe("What other members of a workspace see; null when none was given."),
  isOperator: z.boolean().describe("Whether they are one of those who run the service."),
})

export async function readProfile(cx: Reading & Pick<Outside, "admission"> & Person): Promise<z.input<typeof profile>> {
  const { email, name } = await getAccount(cx, cx.accountId)
  return { email, name, isOperator: isOperator(cx, email) }
}
