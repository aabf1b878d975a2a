/** The first line must assign a value to a name. A name in YAML may be several words of any script. */
const frontMatter = [
  /^---[ \t]*\r?\n(?=[\p{L}\p{N}_"'][^:\r\n]{0,80}:(?:\s|$)|#)(?:.*\r?\n)*?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/u,
  /^\+\+\+[ \t]*\r?\n(?=[\w"'.-]+[ \t]*=|\[|#)(?:.*\r?\n)*?\+\+\+[ \t]*(?:\r?\n|$)/,
]

export function withoutFrontMatter(text: string): string {
  for (const pattern of frontMatter) {
    const found = pattern.exec(text)
    if (found) return text.slice(found[0].length)
  }
  return text
}
