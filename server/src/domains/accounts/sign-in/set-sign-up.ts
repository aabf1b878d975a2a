import { z } from "zod"
import { recordSecurityEvent } from "#access/security-event.ts"
import { operatorAction } from "../operator-action.ts"
import { signUp } from "./sign-up.ts"
import { insertSignUpDecision } from "./sign-up-store.ts"

/** Decides who may make an account. Overrides the setting SVC_SIGN_UP. Existing accounts stay. */
export const setSignUp = operatorAction({
  input: z.object({ signUp }),
  output: z.object({ signUp }),
  async run(cx, { signUp }) {
    const { accountId, network } = cx
    await cx.atomically((cx) => insertSignUpDecision(cx, { sign_up: signUp, decided_by: accountId }))
    recordSecurityEvent(cx, "sign_up_changed", { accountId, reason: signUp, network })
    return { signUp }
  },
})
