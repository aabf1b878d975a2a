/** Text, or a secret URL that replaced its placeholder. */
export type Worded = { readonly is: "words" | "address"; readonly text: string }

const placeholder = /⟦address \d+⟧/g

/**
 * Replaces placeholders of secret URLs that stand alone. A placeholder inside something longer, such as another URL,
 * stays: a person who copied the longer text would leak the secret.
 */
export function findAddresses(text: string, addresses: Readonly<Record<string, string>>): readonly Worded[] {
  const found: Worded[] = []
  let from = 0
  for (const { 0: named, index } of text.matchAll(placeholder)) {
    const address = Object.hasOwn(addresses, named) ? addresses[named] : undefined
    const isAlone = /^$|[\s"'(:]/.test(text[index - 1] ?? "")
    if (address === undefined || !isAlone) continue
    if (index > from) found.push({ is: "words", text: text.slice(from, index) })
    found.push({ is: "address", text: address })
    from = index + named.length
  }
  if (from < text.length) found.push({ is: "words", text: text.slice(from) })
  return found
}

/** The same as plain text, for copying. */
export function withAddresses(text: string, addresses: Readonly<Record<string, string>>): string {
  return findAddresses(text, addresses)
    .map(({ text: part }) => part)
    .join("")
}
