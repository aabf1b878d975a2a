export type Holes = Readonly<Record<string, string>>

const mostLetters = 500

/** A sentence without courtesy and final punctuation; undefined for a longer text, or one of several lines. */
export function readSentence(text: string): string | undefined {
  if (text.length > mostLetters || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text.trim())) return undefined
  return text
    .trim()
    .replace(/[?.!\s]{1,10}$/, "")
    .replaceAll(/“([^”"]*)”/g, '"$1"')
    .replace(/^(?:please +|(?:can|could|would) +you +)+/i, "")
    .replace(/,? +please$/i, "")
}

/**
 * The pattern of a shape such as `delete|remove [the] doc {thing:name}`. `a|b` takes either word. Words in brackets are
 * optional. `{thing:name}` is a hole for a value of a kind.
 */
export function compileShape(shape: string): RegExp {
  const parts = shape.match(/\[|\]|[^\s[\]]+/g) ?? []
  return new RegExp(`^${parts.map(toSource).join("")}$`, "i")
}

function toSource(part: string): string {
  if (part === "[") return "(?:"
  if (part === "]") return ")?"
  const [, name, kind = ""] = /^\{(\w+):(\w+)\}$/.exec(part) ?? []
  return `(?:${name ? holeSource(name, kind) : part.replaceAll("'", "['’]")})(?: +|$)`
}

function holeSource(name: string, kind: string): string {
  const found = kinds[kind]
  if (!found) throw new Error(`There is no hole of the kind ${kind}.`)
  const { bare, quoted = bare } = found
  return `" *(?<${name}>${quoted})"|(?<${name}>${bare})`
}

/** Begins a second sentence behind a name without quotation marks. Half of a request must not be carried out. */
const secondSentence = String.raw`[<>{}\x60|$\\“”]|&&|[.;:!?] | (?:and|then|also|but) +(?:and|then|also|but|add|attach|change|create|delete|detach|edit|email|export|find|give|ignore|list|mail|make|move|open|publish|read|refund|remove|rename|restore|revoke|search|send|set|share|show|throw|trash|undo|upload|write)\b`

/** The kinds of holes. Names are at the end of a shape, so that a sentence has one reading at most. */
const kinds: Readonly<Record<string, { readonly bare: string; readonly quoted?: string }>> = {
  name: { bare: String.raw`(?!.*(?:${secondSentence}))[^\s"][^"]{0,99}`, quoted: String.raw`[^\s"][^"]{0,199}` },
  /** A web address without credentials, as links require it. */
  address: { bare: String.raw`https?:\/\/[^\s"/?#@\\]+(?:[/?#][^\s"]*)?` },
  slug: { bare: String.raw`[\w-]{3,32}` },
  count: { bare: String.raw`[1-9]\d{0,3}` },
  path: { bare: String.raw`\/[^\s"]{0,499}`, quoted: String.raw`\/[^"]{0,499}` },
  unit: { bare: "minutes?|hours?|days?|week" },
}

/** The values of the holes; undefined unless the pattern fits the whole sentence. */
export function readHoles(pattern: RegExp, sentence: string): Holes | undefined {
  const found = pattern.exec(sentence)
  if (!found) return undefined
  const filled = Object.entries(found.groups ?? {}).filter(([, text]) => text !== undefined)
  return Object.fromEntries(filled.map(([name, text]) => [name, text.trim()]))
}
