import type { RefusalData } from "#contract/pages/page-form.ts"
import type { ServiceError } from "#kernel/error.ts"

const labels: Readonly<Record<string, string>> = {
  email: "Email",
  about: "URL",
  reason: "Reason",
  words: "Details",
  name: "Name",
  slug: "Workspace URL",
  code: "Code",
  domain: "Domain",
  channel: "Channel",
  token: "Token",
  role: "Role",
  reach: "Workspaces",
  workspace: "Workspace",
}

/** A field's name at the beginning of a sentence. */
const named = /(^|\. )`([\w.]+)` /g

/** Replaces the schemas' names of fields by labels, removes backticks, and drops hints with names of fields or headers. */
export function forPerson({ message, hint, field, retryAfterSeconds }: ServiceError): RefusalData {
  const labelOf = (field: string) => (Object.hasOwn(labels, field) ? labels[field] : "This")
  return {
    message: message
      .replace(named, (_whole, start: string, field: string) => `${start}${labelOf(field)} `)
      .replaceAll("`", ""),
    hint: hint?.includes("`") ? waitFor(retryAfterSeconds) : (hint ?? null),
    field: field ?? null,
  }
}

function waitFor(seconds: number | undefined): string | null {
  if (seconds === undefined) return null
  return seconds > 60 ? `Try again in ${Math.ceil(seconds / 60)} minutes.` : "Try again in a minute."
}
