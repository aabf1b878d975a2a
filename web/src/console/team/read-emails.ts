/** Reads addresses between commas, semicolons, spaces and lines, and those of `Bo Schmidt <bo@example.com>`, once each. */
export function readEmails(text: string): string[] {
  const bare = text.replace(/(?:"[^"\n]*"|[^\n,;<>"])*<([^<>]*)>/g, " $1 ")
  const found = bare
    .replace(/[^\S\n]*([@＠﹫])[^\S\n]*/g, "$1")
    .split(/[\s,;，、；]+/)
    .filter(Boolean)
  return [...new Map(found.map((email) => [email.toLowerCase(), email])).values()]
}
