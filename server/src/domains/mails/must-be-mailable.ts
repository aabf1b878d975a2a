import type { Outside } from "#access/context.ts"
import { needsUtf8 } from "#kernel/email-address.ts"
import { invalidInput } from "#kernel/error.ts"

/** Checks the address in the input. @throws ServiceError if the mail server is known not to accept it */
export async function mustBeMailable({ mail }: Pick<Outside, "mail">, input: Record<string, string>): Promise<void> {
  for (const [field, email] of Object.entries(input)) {
    if (!needsUtf8(email) || !mail.takesUtf8 || (await mail.takesUtf8())) continue
    const reason = "Our mail server takes only letters from a to z before the @."
    throw invalidInput(`\`${field}\` must be a valid email address. ${reason}`, "Use another address.", field)
  }
}
