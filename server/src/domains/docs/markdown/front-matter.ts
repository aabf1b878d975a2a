/**
 * What stands between two lines of three signs at the very beginning, if its first line gives something a name. In YAML
 * that may be several words of any script.
 */
const frontMatter = [
  /^---[ \t]*\r?\n(?=[\p{L}\p{N}_"'][^:\r\n]{0,80}:(?:\s|$)|#)(?:.*\r?\n)*?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/u,
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
