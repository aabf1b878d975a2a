import type { RefusalData } from "#contract/pages/page-form.ts"
import type { ServiceError } from "#kernel/error.ts"

const labels: Readonly<Record<string, string>> = {
  email: "The e-mail address",
  about: "The address",
  reason: "The reason",
  words: "What you write",
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

/** A field's name at the beginning of a sentence. */
const named = /(^|\. )`([\w.]+)` /g

/** Replaces the schemas' names of fields by labels, and drops hints about those names and about headers. */
export function forPerson({ message, hint, field, retryAfterSeconds }: ServiceError): RefusalData {
  const isOne = (message.match(named) ?? []).length === 1
  const labelOf = (field: string) => (!isOne && Object.hasOwn(labels, field) ? labels[field] : "This")
  return {
    message: message.replace(named, (_whole, start: string, field: string) => `${start}${labelOf(field)} `),
    hint: hint?.includes("`") ? waitFor(retryAfterSeconds) : (hint ?? null),
    field: field ?? null,
  }
}

function waitFor(seconds: number | undefined): string | null {
  if (seconds === undefined) return null
  return seconds > 60 ? `Try again in ${Math.ceil(seconds / 60)} minutes.` : "Try again in a minute."
}
