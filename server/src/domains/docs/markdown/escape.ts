export function escapeText(text: string): string {
  return (
    text
      .replace(/[\\`*[\]]/g, "\\$&")
      // An underscore inside a word needs no escape. Letters at the ends of a text may still become references.
      .replace(/(?<![\p{L}\p{N}]{2})_|_(?![\p{L}\p{N}]{2})/gu, "\\_")
      .replace(/~(?=~|$)|(?<=~|^)~/g, "\\~")
      .replace(/<(?=[a-z/!?])/gi, "\\<")
      .replace(/&(?=#?\w{1,40};)/g, "\\&")
      .replace(/!$/, "\\!")
  )
}

export function escapeLineStart(line: string): string {
  return line
    .replace(/^#{1,6}(?=\s|\\?$)/, "\\$&")
    .replace(/^(\d{1,9})([.)])(?=\s|\\?$)/, "$1\\$2")
    .replace(/^(?:>|[-+](?=[\s-]|\\?$)|=(?=[=\s]*\\?$)|[-:|](?=[|:\-\s]*\\?$))/, "\\$&")
}
