import { z } from "zod"
import type { Outside, Reading } from "#access/context.ts"
import { findSignUpDecision } from "./sign-up-store.ts"

export const signUp = z
  .enum(["open", "closed"])
  .describe("`open`: everybody may make an account. `closed`: operators and people who were invited to a workspace.")

/** Finds who may make an account: an operator's last decision, or else the setting. */
export async function findSignUp(
  cx: Reading & Pick<Outside, "admission">,
): Promise<{ signUp: z.output<typeof signUp>; decidedAt: number | null }> {
  const decision = await findSignUpDecision(cx)
  if (decision) return { signUp: decision.sign_up, decidedAt: decision.decided_at }
  return { signUp: cx.admission.isSignUpOpen ? "open" : "closed", decidedAt: null }
}
