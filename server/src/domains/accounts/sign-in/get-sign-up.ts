import { z } from "zod"
import { operatorAction } from "../operator-action.ts"
import { findSignUp, signUp } from "./sign-up.ts"

/** Returns who may make an account, and when an operator decided it. */
export const getSignUp = operatorAction({
  input: z.object({}),
  output: z.object({
    signUp,
    decidedAt: z.int().nullable().describe("Epoch milliseconds; null while the setting SVC_SIGN_UP decides."),
  }),
  run: findSignUp,
})
