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
  new ServiceError("not_found", "This sign-in has expired or was started in another browser.", {
    hint: "Request a new code, or use the link in the email.",
  })

export const wrongCode = (triesLeft: number) =>
  new ServiceError("invalid_request", "Incorrect code.", {
    field: "code",
    hint:
      triesLeft === 0
        ? "Too many attempts. Request a new code."
        : `Check the latest email. ${triesLeft} ${triesLeft === 1 ? "attempt" : "attempts"} left.`,
  })

export const notAdmitted = () =>
  new ServiceError("not_found", "No account with this email. Sign-up is by invitation only.", {
    hint: "Ask a workspace admin to invite you.",
  })

export const noSuchPasskey = () =>
  new ServiceError("invalid_request", "Passkey not recognized or timed out.", {
    hint: "Try again or sign in by email.",
  })

export const noSuchSignInSession = () =>
  new ServiceError("not_found", "Session not found.", { hint: "It may have been signed out." })
