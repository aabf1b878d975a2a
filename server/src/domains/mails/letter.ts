import { type FittingLetter, groupRows, letterHtml, type MailFact, moreWords, offLabel } from "./letter-html.ts"

export { contactUrl, type Sender } from "./letter-html.ts"

/** The parts of a mail, all plain text. */
export interface Letter extends Omit<FittingLetter, "preheader" | "groups" | "more"> {
  /** The text after the subject in a list of mails. It does not repeat the subject. Absent: the first paragraph. */
  preheader?: string
  /** Details of the subject, each a name and a value on one line. */
  facts: MailFact[]
  /** Things of one kind, each with its facts, of `inAll`. A long list is cut, and says how many more there are. */
  list?: { things: MailFact[][]; inAll: number }
}

/** Gmail cuts the HTML of a mail at 102 kB, and so hides its button. */
const htmlBytes = 90_000
const thingsAtMost = 100

interface Written {
  subject: string
  text: string
  html: string
  fromName: string
  replyTo?: string
  offUrl?: string
}

/** Writes a letter as plain text and as HTML with the same content. The HTML has the sender's logo or name on top. */
export function writeLetter(letter: Letter, brandName: string): Written {
  const { offUrl, sender } = letter
  const fitting = fit({ ...letter, subject: onOneLine(letter.subject) }, brandName)
  return {
    subject: withoutEncodedWords(fitting.subject),
    text: toText(fitting),
    html: letterHtml(fitting, brandName),
    fromName: withoutEncodedWords(onOneLine(sender?.name ?? brandName)),
    ...(sender?.replyTo !== undefined && { replyTo: sender.replyTo }),
    ...(offUrl !== undefined && { offUrl }),
  }
}

const onOneLine = (text: string) => text.replace(/\p{Cc}+/gu, " ")

/** Typed text stays as typed: a word joiner keeps mail programs from decoding it as an encoded word (RFC 2047). */
const withoutEncodedWords = (text: string) => text.replaceAll("=?", "=\u2060?")

function fit({ facts, list, ...letter }: Letter, brandName: string): FittingLetter {
  const besides = { ...letter, preheader: letter.preheader ?? letter.paragraphs[0] ?? "" }
  if (!list) return { ...besides, groups: [facts].filter(({ length }) => length > 0), more: 0 }
  let bytes = sentBytes(letterHtml({ ...besides, groups: [facts], more: list.inAll }, brandName))
  const fitting = list.things.slice(0, thingsAtMost).filter((thing) => {
    bytes += sentBytes(groupRows(thing, 1))
    return bytes < htmlBytes
  })
  const isFlat = fitting.every(({ length }) => length === 1)
  const groups = isFlat ? [[...facts, ...fitting.flat()]] : [facts, ...fitting]
  return { ...besides, groups: groups.filter(({ length }) => length > 0), more: list.inAll - fitting.length }
}

/** The most bytes of a text as it is sent: in quoted-printable, with its soft line breaks. */
function sentBytes(text: string): number {
  const escaped = Buffer.from(text).filter((byte) => byte < 32 || byte > 126 || byte === 61)
  return Math.ceil(((Buffer.byteLength(text) + 2 * escaped.length) * 76) / 71)
}

function toText({ paragraphs, code, groups, more, button, notes, offUrl }: FittingLetter): string {
  const all: MailFact[][] = code === undefined ? groups : [[["Code", code.digits]], ...groups]
  const tables = all.map((group) => group.map(([name, value]) => `${name}: ${value}`).join("\n"))
  const action = button && `${button.label}:\n${button.url.replace(/^mailto:/, "")}`
  const last = offUrl === undefined ? notes : [...notes, `${offLabel}: ${offUrl}`]
  const small = last.length > 0 && `-- \n${last.join("\n")}`
  const parts = [...paragraphs, ...tables, more > 0 && moreWords(more), action, small]
  // A machine reads the code from the last line, after which there is no line break (WICG, SMS one-time codes).
  const end = code ? `\n\n@${code.host} #${code.digits}` : "\n"
  return parts.filter(Boolean).join("\n\n") + end
}
