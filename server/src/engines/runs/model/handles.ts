import type { Outside } from "#access/context.ts"
import type { Handles } from "#domains/assistant/on-demand.ts"

type Addressed = Pick<Outside, "addresses">

/**
 * Replaces each secret address in a text by a placeholder: upload, share and delivery links, files, invitations,
 * sign-ins. No model and no tool server ever gets a secret address. Returns the handles including new ones.
 */
export function hideSecrets(cx: Addressed, text: string, handles: Handles): { text: string; handles: Handles } {
  const known = new Map(Object.entries(handles).map(([handle, secret]) => [secret, handle]))
  const hidden = text.replace(secretsOf(cx), (secret) => {
    const handle = known.get(secret) ?? `⟦address ${known.size + 1}⟧`
    known.set(secret, handle)
    return handle
  })
  return { text: hidden, handles: Object.fromEntries([...known].map(([secret, handle]) => [handle, secret])) }
}

/** Puts the secret addresses back, for a person's eyes and for the arguments of built-in tools. */
export function showSecrets(text: string, handles: Handles): string {
  return text.replace(/⟦address \d+⟧/g, (handle) => handles[handle] ?? handle)
}

const patterns = new WeakMap<object, RegExp>()

function secretsOf({ addresses }: Addressed): RegExp {
  const known = patterns.get(addresses)
  if (known) return known
  const bases = [...new Set([addresses.base, addresses.files])].map((base) =>
    RegExp.escape(base.replace(/^https?:\/\//, "")),
  )
  // A secret ends in an id and a MAC of 43 characters, with or without the address before it. In JSON, the `n` of an
  // escaped line break before it is not part of it.
  const address = `(?:https?:\\/\\/)?(?:${bases.join("|")})(?:\\/[\\w-]+)*\\/`
  const made = new RegExp(`(?<!\\\\)(?:${address})?[a-zA-Z][\\w-]{8,80}\\.[\\w-]{43}(?![\\w-])(?:\\/[\\w./-]*)?`, "g")
  patterns.set(addresses, made)
  return made
}
