/** The name in a mail's header and in `From`. The address in `From` is always the installation's. */
export interface Sender {
  name: string
  logoUrl?: string | undefined
  replyTo?: string
}

export type MailFact = [name: string, value: string]

export interface FittingLetter {
  sender?: Sender | undefined
  subject: string
  preheader: string
  paragraphs: string[]
  /** A code to type at a host's page, in large letters. */
  code?: { digits: string; host: string }
  /** Details of the subject, each on one line. A blank line separates groups. */
  groups: MailFact[][]
  more: number
  button?: { label: string; url: string } | undefined
  notes: string[]
  /** An address or URL in the paragraphs and notes, which the HTML links. */
  contact?: string | undefined
  /** The address that stops mails of this kind; absent where they cannot be stopped. */
  offUrl?: string | undefined
}

/** The pages' colours and type (`web/src/kit/tokens.css`) as inline styles, which each element of a mail needs. */
const font = "font-family:'Segoe UI',system-ui,sans-serif;line-height:1.5"
const style = {
  ground: "background-color:#fbf8f2",
  sheet: "max-width:600px;border:1px solid #e4dccd;border-radius:16px;background-color:#ffffff",
  text: `${font};font-size:16px;color:#1d1a16;overflow-wrap:anywhere;word-break:break-word`,
  name: "font-size:18px;font-weight:700",
  picture: "padding-right:10px",
  /** Dark logos are common, so a logo keeps its white ground on a dark sheet. */
  logo: "display:block;height:auto;max-width:96px;max-height:32px;border-radius:6px;background-color:#ffffff",
  code: "margin:20px 0;font-family:Consolas,ui-monospace,Menlo,monospace;font-size:32px;line-height:1.2;font-weight:700;letter-spacing:0.08em",
  /** Wide enough for "Purchase ID": a narrow column would break such a word. */
  fact: "min-width:96px;padding:2px 16px 2px 0;color:#645c52;font-weight:400;text-align:left",
  plate: "border-radius:10px;background-color:#17706e;mso-padding-alt:12px 22px",
  button: `display:inline-block;padding:12px 22px;border-radius:10px;${font};font-size:16px;color:#ffffff;font-weight:600;text-decoration:none`,
  notes: `padding-top:16px;border-top:1px solid #e4dccd;${font};font-size:13px;color:#645c52`,
}

const dark = `@media (prefers-color-scheme: dark) {
.ground { background-color: #171512 !important }
.sheet { background-color: #211e1a !important; border-color: #3b352e !important }
.text { color: #f4efe6 !important }
.fact, .notes { color: #b5ab9d !important; border-color: #3b352e !important }
.plate { background-color: #5cc2bb !important }
.button { color: #0b2423 !important }
}`

const layout = 'role="presentation" cellspacing="0" cellpadding="0" border="0"'
const wordOnly = (html: string) => `<!--[if mso]>${html}<![endif]-->`

export function letterHtml(letter: FittingLetter, brandName: string): string {
  const { sender, subject, preheader, paragraphs, contact, code, button } = letter
  const parts = [
    sender ? nameLine(sender.name, sender.logoUrl && logoOf(sender.logoUrl)) : nameLine(brandName, brandMark()),
    ...paragraphs.map((text) => `<p>${withLink(text, contact)}</p>`),
    code && `<p style="${style.code}">${spaced(code.digits)}</p>`,
    factsTable(letter),
    button && buttonTable(button),
    footer(letter),
  ]
  return [
    headOf(subject),
    `<body class="ground" style="margin:0;padding:0;${style.ground}">`,
    `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(preheader)}</div>`,
    `<table ${layout} lang="en" dir="ltr" width="100%" class="ground" style="${style.ground}"><tr><td align="center" style="padding:24px 12px">`,
    wordOnly(`<table ${layout} width="600"><tr><td>`),
    `<table ${layout} width="100%" class="sheet" style="${style.sheet}"><tr><td class="text" align="left" style="padding:28px;${style.text}">`,
    ...parts.filter(Boolean),
    "</td></tr></table>",
    wordOnly("</td></tr></table>"),
    "</td></tr></table></body></html>",
  ].join("\n")
}

function headOf(subject: string): string {
  return [
    `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><title>${escaped(subject)}</title>`,
    '<meta name="viewport" content="width=device-width">',
    '<meta name="format-detection" content="telephone=no,date=no,address=no">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<style>${dark}</style>${wordOnly(`<style>td,th,p,a { ${font} }</style>`)}</head>`,
  ].join("\n")
}

/** Two groups of digits without a space between them, so that a double click selects the code. */
function spaced(digits: string): string {
  const half = digits.length / 2
  return `${digits.slice(0, half - 1)}<span style="letter-spacing:0.5em">${digits.slice(half - 1, half)}</span>${digits.slice(half)}`
}

function factsTable({ groups, more, button }: FittingLetter): string | undefined {
  if (groups.length === 0) return undefined
  const words = button ? linkTo(button.url, moreWords(more)) : moreWords(more)
  const rest = more > 0 ? `<tr><td colspan="2" style="padding:2px 0">${words}</td></tr>` : ""
  const attributes = `class="text" style="${style.text}"`
  return `<table role="table" cellspacing="0" cellpadding="0" border="0" ${attributes}>${groups.map(groupRows).join("")}${rest}</table>`
}

export function groupRows(group: readonly MailFact[], place = 0): string {
  const rows = group.map(
    ([name, value]) =>
      `<tr valign="top"><th scope="row" class="fact" style="${style.fact}">${escaped(name)}</th><td style="padding:2px 0">${escaped(value)}</td></tr>`,
  )
  return `${place > 0 ? '<tr><td colspan="2" height="14"></td></tr>' : ""}${rows.join("")}`
}

export const moreWords = (more: number) => `And ${more} more`

export const offLabel = "Unsubscribe"

const linkTo = (url: string, words: string) => `<a href="${escaped(url)}" style="color:inherit">${escaped(words)}</a>`

export const contactUrl = (contact: string) => (contact.includes("://") ? contact : `mailto:${contact}`)

function withLink(text: string, contact = ""): string {
  if (contact === "") return escaped(text)
  return text
    .split(contact)
    .map(escaped)
    .join(linkTo(contactUrl(contact), contact))
}

function buttonTable({ label, url }: { label: string; url: string }): string {
  const link = `<a class="button" href="${escaped(url)}" style="${style.button}">${escaped(label)}</a>`
  return `<table ${layout} style="margin:20px 0"><tr><td class="plate" bgcolor="#17706e" style="${style.plate}">${link}</td></tr></table>`
}

function footer({ notes, contact, offUrl }: FittingLetter): string | undefined {
  const lines = [
    ...notes.map((note) => withLink(note, contact)),
    ...(offUrl === undefined ? [] : [linkTo(offUrl, offLabel)]),
  ]
  if (lines.length === 0) return undefined
  return `<table ${layout} width="100%" style="margin-top:24px"><tr><td class="notes" style="${style.notes}">${lines.join("<br>")}</td></tr></table>`
}

/** The name stays readable where a program draws no pictures, or a dark logo on a ground that it made dark. */
function nameLine(name: string, picture?: string): string {
  const before = picture === undefined ? "" : `<td style="${style.picture}">${picture}</td>`
  return `<table ${layout} style="margin-bottom:16px"><tr>${before}<td class="text" style="${style.text};${style.name}">${escaped(name)}</td></tr></table>`
}

const logoOf = (url: string) => `<img src="${escaped(url)}" alt="" height="32" style="${style.logo}">`

/** The mark's four tiles; mail programs draw no SVG. */
const mark = [
  ["#e4572e", "12px 0 0 0"],
  ["#f2b134", "50%"],
  ["#17706e", "0"],
  ["#22304a", "0 0 12px 0"],
].map(
  ([colour, radius]) =>
    `<td width="12" height="12" style="width:12px;height:12px;line-height:12px;font-size:1px;background-color:${colour};border-radius:${radius}">&nbsp;</td>`,
)

function brandMark(): string {
  const [first, second, third, fourth] = mark
  return `<table ${layout}><tr>${first}${second}</tr><tr>${third}${fourth}</tr></table>`
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "")
