import type { ServiceError } from "#kernel/error.ts"
import type { RefusalData } from "./page-data.ts"

/** What people see of the fields whose names in our schemas are others. */
const labels: Readonly<Record<string, string>> = {
  email: "The e-mail address",
  name: "The name",
  slug: "The address",
  code: "The code",
  domain: "The domain",
  channel: "The channel",
  token: "The token",
  role: "The role",
  reach: "Where it may act",
  workspace: "The workspace",
}

/** The name of a field at the beginning of a sentence. */
const named = /(^|\. )`([\w.]+)` /g

/**
 * A refusal in words for a person: with what they see in the place of the names that our schemas have, and without the
 * hints about those, and about headers.
 */
export function forPerson({ message, hint, retryAfterSeconds }: ServiceError): RefusalData {
  const isOne = (message.match(named) ?? []).length === 1
  const labelOf = (field: string) => (!isOne && Object.hasOwn(labels, field) ? labels[field] : "This")
  return {
    message: message.replace(named, (_whole, start: string, field: string) => `${start}${labelOf(field)} `),
    hint: hint?.includes("`") ? waitFor(retryAfterSeconds) : (hint ?? null),
  }
}

function waitFor(seconds: number | undefined): string | null {
  if (seconds === undefined) return null
  return seconds > 60 ? `Try again in ${Math.ceil(seconds / 60)} minutes.` : "Try again in a minute."
}
