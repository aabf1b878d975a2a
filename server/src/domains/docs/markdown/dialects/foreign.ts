/** Syntax of other programs inside a line. A doc keeps it as text, and an import counts it. */
export const foreign = {
  highlights: /(?<!=)==(?![\s=])[^=\n]{0,300}(?<!\s)==(?!=)/g,
  footnotes: /\[\^[^\]\s]{1,100}\]|\^\[[^\]\n]{1,300}\]/g,
  wikiLinks: /!?\[\[[^[\]\n]{1,300}\]\]/g,
  scripts: /(?<![\^[])\^[^\s^[\]]{1,50}\^(?!\^)|(?<![~\\])~[^\s~]{1,50}~(?!~)/g,
  hiddenNotes: /%%[^%\n]{1,1000}%%/g,
  emojiCodes: /(?<![\w:]):[a-z][a-z0-9_+-]{1,40}:(?![\w:])/g,
  attributes: /\{(?:[#.][\w-]{1,100}|[\w-]{1,50}=[^\s{}]{1,100})(?:\s[^{}\n]{0,200})?\}/g,
  citations: /\[@[\w:.#$%&+?<>~/-]{1,100}[^\]\n]{0,200}\]/g,
} as const

export type Foreign = keyof typeof foreign

/** Syntax of other programs at the beginning of a line. */
export const foreignLines = {
  /** Containers of Docusaurus and MkDocs: `:::note`, `!!! note`, `??? note`. */
  admonition: /^(?::::+|!!!|\?\?\?\+?)(?=\s*["\w[{])/,
  definition: /^:(?=\s+\S)/,
} as const

/** Escapes text that would look like syntax of other programs. Brackets are escaped already. */
export function escapeDialects(text: string): string {
  const { highlights, scripts, hiddenNotes, emojiCodes, attributes } = foreign
  return (
    [highlights, scripts, hiddenNotes, emojiCodes, attributes]
      .reduce((all, pattern) => all.replace(pattern, "\\$&"), text)
      // Not the sign of a price.
      .replace(/\$(?!\d[\d.,]* \S)/g, "\\$")
  )
}
