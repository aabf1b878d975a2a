import { z } from "zod"
import { operatorAction } from "../operator-action.ts"
import { findSignUp, signUp } from "./sign-up.ts"

/** Returns who may make an account, and since when an operator wants it so. */
export const getSignUp = operatorAction({
  input: z.object({}),
  output: z.object({
    signUp,
    decidedAt: z.int().nullable().describe("Epoch milliseconds; null while the setting SVC_SIGN_UP decides."),
  }),
  run: findSignUp,
})
