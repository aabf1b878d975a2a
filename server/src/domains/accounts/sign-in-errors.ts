import type { Anyone } from "#access/action.ts"
import type { Outside } from "#access/context.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { invalidInput, notFound, ServiceError } from "#kernel/error.ts"

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

const ends = {
  used: ["This code or link was already used to sign in.", "Request a new code to sign in here."],
  expired: ["This sign-in has expired.", "Request a new code."],
  other_browser: [
    "This sign-in was started in another browser.",
    "Enter the code there, or open the link in the email here.",
  ],
  too_many_tries: ["Too many wrong codes were entered.", "Use the link in the email, or request a new code."],
  incomplete: ["This sign-in link is incomplete.", "Open it from the email again, or request a new code."],
} as const

/** Why a sign-in can't be completed. */
export type SignInEnd = keyof typeof ends

export function signInIsOver(end: SignInEnd): ServiceError {
  const [message, hint] = ends[end]
  return notFound(message, hint)
}

/** Such a form costs no try. */
export const notACode = (length: number) => invalidInput(`The code has ${length} digits.`, "Check the email.", "code")

export const wrongCode = (triesLeft: number) =>
  new ServiceError("invalid_request", "Incorrect code.", {
    field: "code",
    hint:
      triesLeft === 0
        ? "Too many attempts. Request a new code."
        : `Check the latest email. ${triesLeft} ${triesLeft === 1 ? "attempt" : "attempts"} left.`,
  })

export const notAdmitted = () =>
  notFound("No account with this email. Sign-up is by invitation only.", "Ask a workspace admin to invite you.")

export const noSuchPasskey = () =>
  new ServiceError("invalid_request", "Passkey not recognized or timed out.", {
    hint: "Try again or sign in by email.",
  })

export const noSuchSignInSession = () => notFound("Session not found.", "It may have been signed out.")
