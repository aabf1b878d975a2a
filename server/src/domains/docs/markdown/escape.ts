/** Escapes what would be a sign of Markdown anywhere in a line. */
export function escapeText(text: string): string {
  return (
    text
      .replace(/[\\`*[\]]/g, "\\$&")
      // Inside a word it means nothing; the letters at the ends of a text may still be written as references.
      .replace(/(?<![\p{L}\p{N}]{2})_|_(?![\p{L}\p{N}]{2})/gu, "\\_")
      .replace(/~(?=~|$)|(?<=~|^)~/g, "\\~")
      .replace(/<(?=[a-z/!?])/gi, "\\<")
      .replace(/&(?=#?\w{1,40};)/g, "\\&")
      .replace(/!$/, "\\!")
  )
}

/** Escapes what would be a sign of Markdown at the beginning of a line. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^#{1,6}(?=\s|\\?$)/, "\\$&")
    .replace(/^(\d{1,9})([.)])(?=\s|\\?$)/, "$1\\$2")
    .replace(/^(?:>|[-+](?=[\s-]|\\?$)|=(?=[=\s]*\\?$)|[-:|](?=[|:\-\s]*\\?$))/, "\\$&")
}
