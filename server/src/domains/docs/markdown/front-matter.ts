/** What stands between two lines of three signs at the very beginning, if its first line gives something a name. */
const frontMatter = [
  /^---[ \t]*\r?\n(?=[\w"'.-]+[ \t]*:|#)(?:.*\r?\n)*?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/,
  /^\+\+\+[ \t]*\r?\n(?=[\w"'.-]+[ \t]*=|\[|#)(?:.*\r?\n)*?\+\+\+[ \t]*(?:\r?\n|$)/,
]

/** A file without the YAML or TOML that other programs keep at its beginning. */
export function withoutFrontMatter(text: string): string {
  for (const pattern of frontMatter) {
    const found = pattern.exec(text)
    if (found) return text.slice(found[0].length)
  }
  return text
}
