import type { Anyone } from "#access/action.ts"
import type { Outside } from "#access/context.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { ServiceError } from "#kernel/error.ts"

/** Logs a failed sign-in. Returns the error to throw. */
export function noteFailure(
  cx: Pick<Outside, "log" | "keyring"> & Anyone,
  refusal: ServiceError,
  { reason, accountId }: { reason: string; accountId?: string | undefined },
): ServiceError {
  recordSecurityEvent(cx, "sign_in_failed", { accountId, reason, network: networkOf(cx.caller) })
  return refusal
}

export function networkOf(caller: Anyone["caller"]): string | undefined {
  return "network" in caller ? caller.network : undefined
}

/** The same refusal for a sign-in that was used, has expired, was tried too often, is unknown, or another browser's. */
export const signInIsOver = () =>
  new ServiceError("not_found", "This sign-in is over, or was begun in another browser.", {
    hint: "Ask for a new code. The link in the mail works in any browser.",
  })

export const wrongCode = (triesLeft: number) =>
  new ServiceError("invalid_request", "That is not the code.", {
    field: "code",
    hint:
      triesLeft === 0
        ? "It was tried too often. Ask for a new code."
        : `Check the newest mail; you have ${triesLeft} more ${triesLeft === 1 ? "try" : "tries"}.`,
  })

export const notAdmitted = () =>
  new ServiceError("not_found", "There is no account with this address, and new ones are by invitation only.", {
    hint: "Ask a workspace's admin to invite you.",
  })

export const noSuchPasskey = () =>
  new ServiceError("invalid_request", "This passkey is not known here, or was not confirmed in time.", {
    hint: "Try again, or sign in by mail.",
  })

export const noSuchSignInSession = () =>
  new ServiceError("not_found", "There is no such session.", { hint: "It may have ended already." })
