/** Words of a text, or an address that stands in it by a placeholder. */
export type Worded = { readonly is: "words" | "address"; readonly text: string }

const placeholder = /⟦address \d+⟧/g

/**
 * Finds the placeholders of secret addresses that stand by themselves. One that is part of something longer, such as
 * another address, stays as it is: whoever copies that would give the secret away.
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

/** The same as a text, to copy. */
export function withAddresses(text: string, addresses: Readonly<Record<string, string>>): string {
  return findAddresses(text, addresses)
    .map(({ text: part }) => part)
    .join("")
}
