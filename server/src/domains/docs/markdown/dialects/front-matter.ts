/** The front matter: a file's own fields before its text. */
export interface FrontMatter {
  title: string | undefined
  /** The names of the other fields, as they are written. */
  fields: readonly string[]
}

/** The first line must assign a value to a name. A name in YAML may be several words of any script. */
const yaml =
  /^---[ \t]*\r?\n((?=[\p{L}\p{N}_"'][^:\r\n]{0,80}:(?:\s|$)|#)(?:.*\r?\n)*?)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/u
const toml = /^\+\+\+[ \t]*\r?\n((?=[\w"'.-]+[ \t]*=|\[|#)(?:.*\r?\n)*?)\+\+\+[ \t]*(?:\r?\n|$)/

const json = /^\{[ \t]*\r?\n.*?\n\}[ \t]*(?:\r?\n|$)/s
const empty = /^(---|\+\+\+)[ \t]*\r?\n\1[ \t]*(?:\r?\n|$)/

export function readFrontMatter(file: string): FrontMatter & { text: string } {
  const [written] = json.exec(file) ?? []
  const object = written && readObject(written)
  if (object) return { ...object, text: file.slice(written.length) }
  const [nothing] = empty.exec(file) ?? []
  if (nothing) return { title: undefined, fields: [], text: file.slice(nothing.length) }
  const [pattern, assigns] = file.startsWith("+++") ? [toml, "="] : [yaml, ":"]
  const [whole, inside = ""] = pattern.exec(file) ?? []
  if (whole === undefined) return { title: undefined, fields: [], text: file }
  const fields = fieldsOf(inside.split(/\r?\n/), assigns)
  const title = fields.find(({ name }) => name.toLowerCase() === "title")
  const value = title && readValue(title.value)
  const others = fields.filter((field) => field !== title || value === undefined)
  return { title: value, fields: others.map(({ name }) => name), text: file.slice(whole.length) }
}

/** Undefined for an object without a title, which may be the text itself. */
function readObject(written: string): FrontMatter | undefined {
  try {
    const entries = Object.entries(JSON.parse(written) as object)
    const title = entries.find(([name, value]) => name.toLowerCase() === "title" && typeof value === "string")
    return title && { title: title[1], fields: entries.filter((one) => one !== title).map(([name]) => name) }
  } catch {
    return undefined
  }
}

interface Field {
  name: string
  value: string
}

/** The fields at the top level, with the lines that continue them. Tables in TOML are fields. */
function fieldsOf(lines: readonly string[], assigns: string): Field[] {
  const fields: Field[] = []
  const pattern = new RegExp(`^["']?([^\\s"'#\\-][^"'${assigns}]*?)["']?[ \\t]*${assigns}(?:[ \\t]+(.*))?$`, "u")
  let isInTable = false
  for (const line of lines) {
    const table = assigns === "=" ? /^\[+([^\]]+)\]+/.exec(line)?.[1] : undefined
    isInTable ||= table !== undefined
    const [, name = table, value = ""] = (isInTable ? null : pattern.exec(line)) ?? []
    const last = fields.at(-1)
    if (name !== undefined) fields.push({ name, value: value.trim() })
    else if (last && /^\s/.test(line)) last.value += `\n${line.trim()}`
  }
  return fields
}

/** A value on one line, in quotes, or in a block of lines; undefined for lists and objects. */
function readValue(written: string): string | undefined {
  const [, block] = /^[|>][-+\d]*\s*\n(.*)$/s.exec(written) ?? []
  if (block !== undefined) return block.replace(/\s+/g, " ").trim()
  const [, , long] = /^("""|''')(.*)\1$/s.exec(written) ?? []
  if (long !== undefined) return long.replace(/\s+/g, " ").trim()
  const value = written.replace(/\s+/g, " ").trim()
  const [, double] = /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/.exec(value) ?? []
  if (double !== undefined) return readEscapes(double)
  const [, single] = /^'((?:[^']|'')*)'\s*(?:#.*)?$/.exec(value) ?? []
  if (single !== undefined) return single.replaceAll("''", "'")
  const plain = value.replace(/\s#.*$/, "")
  return plain === "" || /^[[{&*!|>]/.test(plain) ? undefined : plain
}

function readEscapes(text: string): string {
  return text.replace(/\\(u[\da-fA-F]{4}|x[\da-fA-F]{2}|.)/g, (_, sign: string) => {
    if (/^[ux]./.test(sign)) return String.fromCharCode(Number.parseInt(sign.slice(1), 16))
    return /[nrt]/.test(sign) ? " " : sign
  })
}

export const wordsOfFields = (fields: readonly string[]): string[] =>
  fields.length === 0 ? [] : [`The front matter's other fields were left out: ${fields.slice(0, 20).join(", ")}.`]
