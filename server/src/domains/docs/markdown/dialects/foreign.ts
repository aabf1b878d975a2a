/** Placeholders in a line's text: `gap` for code, escaped signs and breaks, `emphasis` for the signs of emphasis. */
export const gap = "\ufffc"
export const emphasis = "\ufffa"

/** Syntax of other programs inside a line. A doc keeps it as text, and an import counts it. */
export const foreign = {
  highlights: /(?<!=)==(?![\s=])[^=\n\ufffc]{0,300}(?<!\s)==(?!=)/g,
  footnotes: /\[\^[^\]\s]{1,100}\](?!:)|\^\[[^\]\n]{1,300}\]/g,
  wikiLinks: /!?\[\[[^[\]\n]{1,300}\]\]/g,
  scripts:
    /(?<![\^[])\^[^\s^[\]\ufffa\ufffc]{1,50}\^(?![\^\ufffc])|(?<![~\\\ufffc])~[^\s~\ufffa\ufffc]{1,50}~(?![~\ufffc])/g,
  hiddenNotes: /%%[^%\n\ufffc]{1,1000}%%/g,
  emojiCodes: /(?<![\w:\ufffc]):[a-z][a-z0-9_+-]{1,40}:(?![\w:\ufffc])/g,
  attributes: /\{(?:[#.][\w-]{1,100}|[\w-]{1,50}=[^\s{}\ufffa\ufffc]{1,100})(?:\s[^{}\n\ufffa\ufffc]{0,200})?\}/g,
  templates: /(?<![{\ufffc])\{(?:\{+[^{}\n\ufffa\ufffc]{1,1000}\}\}|%[^{}\n\ufffa\ufffc]{1,1000}%\})/g,
  citations: /\[@[\w:.#$%&+?<>~/-]{1,100}[^\]\n\ufffc]{0,200}\]/g,
} as const

export type Foreign = keyof typeof foreign

/** Syntax of other programs at the beginning of a line. */
export const foreignLines = {
  /** Containers of Docusaurus and MkDocs: `:::note`, `!!! note`, `??? note`. */
  admonition: /^(?::::+|!!!|\?\?\?\+?)(?=\s*["\w[{])/,
  definition: /^:(?=\s+\S)/,
} as const

/** Signs that could begin a superscript or a subscript. Those that could end one may begin the next. */
const scriptSigns = /\^(?=[^\s^[\]\ufffa\ufffc]{1,50}\^)|(?<![~\\\ufffc])~(?=[^\s~\ufffa\ufffc]{1,50}~)/g

/** Escapes text that would look like syntax of other programs. Brackets are escaped already. */
export function escapeDialects(text: string): string {
  const { emojiCodes, attributes, templates } = foreign
  return (
    [scriptSigns, emojiCodes, attributes, templates]
      .reduce((all, pattern) => all.replace(pattern, "\\$&"), text)
      // These may enclose emphasis, so only their own signs are escaped.
      .replace(/={2,}|%{2,}/g, (signs) => signs.replace(/./g, "\\$&"))
      // Leaves the sign of a price alone.
      .replace(/\$(?!\d[\d.,]* \S)/g, "\\$")
  )
}
