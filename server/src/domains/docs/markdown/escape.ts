import { escapeDialects, foreignLines } from "./dialects/foreign.ts"

/** Escapes text of a line. An address in it does not become a link. */
export function escapeText(text: string): string {
  const escaped = escapeDialects(
    text
      .replace(/[\\`*[\]]/g, "\\$&")
      // An underscore inside a word needs no escape. Letters at the ends of a text may still become references.
      .replace(/(?<![\p{L}\p{N}]{2})_|_(?![\p{L}\p{N}]{2})/gu, "\\_")
      .replace(/~(?=~|$)|(?<=~|^)~/g, "\\~")
      // Tags, and addresses in angle brackets, which may go on in the next text.
      .replace(/<(?=[a-z/!?]|[^\s<>]*(?:@|$))/gi, "\\<")
      .replace(/&(?=#?\w{1,40};)/g, "\\&")
      .replace(/!$/, "\\!"),
  )
  return escaped.replace(/(?<=https?|mailto):/gi, "\\:").replace(/[\n\r\u2028\u2029]/g, toReference)
}

export function escapeLineStart(line: string): string {
  return line
    .replace(/^#{1,6}(?=\s|\\?$)/, "\\$&")
    .replace(/^(\d{1,9})([.)])(?=\s|\\?$)/, "$1\\$2")
    .replace(foreignLines.admonition, "\\$&")
    .replace(foreignLines.definition, "\\$&")
    .replace(/^(?:>|[-+](?=[\s-]|\\?$)|=(?=[=\s]*\\?$)|[-:|](?=[|:\-\s]*\\?$))/, "\\$&")
}

/** A numeric reference: it reads the same as its character, but counts as punctuation and is never trimmed. */
export const toReference = (character: string) => `&#${character.codePointAt(0)};`

/** Control characters, parts of characters and noncharacters, which have no place in the text of a Markdown file. */
export const unwritable = /(?![\t\n\r])\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/gu

/** Characters that not even a block of code can contain. */
export const unwritableInCode = /\0|\p{Cs}/gu
