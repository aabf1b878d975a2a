/** Whose name a mail has at its top and in `From`. The address in `From` is always the installation's. */
export interface Sender {
  name: string
  logoUrl?: string | undefined
  replyTo?: string
}

/** The parts of a mail, all plain text. */
export interface Letter {
  sender?: Sender | undefined
  subject: string
  paragraphs: string[]
  /** A code to type elsewhere, in large letters. */
  code?: string
  /** Details of the subject, each a name and a value on one line. */
  facts: [string, string][]
  button?: { label: string; url: string } | undefined
  notes: string[]
  /** The address that stops mails of this kind; absent where they cannot be stopped. */
  offUrl?: string | undefined
}

const offLabel = "Unsubscribe"

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
  return {
    subject: onOneLine(letter.subject),
    text: toText(letter),
    html: letterHtml(letter, brandName),
    fromName: onOneLine(sender?.name ?? brandName),
    ...(sender?.replyTo !== undefined && { replyTo: sender.replyTo }),
    ...(offUrl !== undefined && { offUrl }),
  }
}

const onOneLine = (text: string) => text.replace(/\p{Cc}+/gu, " ")

function toText({ paragraphs, code, facts, button, notes, offUrl }: Letter): string {
  const lines: [string, string][] = code === undefined ? facts : [["Code", code], ...facts]
  const table = lines.map(([name, value]) => `${name}: ${value}`).join("\n")
  const action = button && `${button.label}:\n${button.url}`
  const last = offUrl === undefined ? notes : [...notes, `${offLabel}: ${offUrl}`]
  const small = last.length > 0 && `-- \n${last.join("\n")}`
  return `${[...paragraphs, table, action, small].filter(Boolean).join("\n\n")}\n`
}

/** The pages' colours and type (`web/src/kit/tokens.css`) as inline styles, which each element of a mail needs. */
const style = {
  ground: "margin:0;padding:24px 12px;background:#fbf8f2",
  sheet:
    "max-width:600px;margin:0 auto;padding:28px;box-sizing:border-box;border:1px solid #e4dccd;border-radius:16px;background:#ffffff;color:#1d1a16;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere",
  name: "font-size:18px;font-weight:700",
  /** Dark logos are common, so a logo keeps its white ground on a dark sheet. */
  logo: "display:block;max-width:180px;max-height:48px;padding:4px;border-radius:8px;background:#ffffff;color:#1d1a16;font-size:18px;font-weight:700",
  code: "margin:20px 0;font:700 34px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:0.08em",
  /** Wide enough for "Purchase ID": a narrow column would break such a word. */
  fact: "min-width:96px;padding:2px 16px 2px 0;color:#645c52;vertical-align:top",
  button:
    "display:inline-block;padding:12px 22px;border-radius:10px;background:#17706e;color:#ffffff;font-weight:600;text-decoration:none",
  notes: "margin:24px 0 0;padding-top:16px;border-top:1px solid #e4dccd;color:#645c52;font-size:13px",
}

const dark = `@media (prefers-color-scheme: dark) {
.ground { background: #171512 !important }
.sheet { background: #211e1a !important; border-color: #3b352e !important; color: #f4efe6 !important }
.fact, .notes { color: #b5ab9d !important; border-color: #3b352e !important }
.button { background: #5cc2bb !important; color: #0b2423 !important }
}`

function letterHtml(letter: Letter, brandName: string): string {
  const { subject, paragraphs, code, facts, button } = letter
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="fact" style="${style.fact}">${escaped(name)}</td><td>${escaped(value)}</td></tr>`,
  )
  const parts = [
    letter.sender ? senderLine(letter.sender) : brandLine(brandName),
    ...paragraphs.map((text) => `<p>${escaped(text)}</p>`),
    code && `<p style="${style.code}">${escaped(code)}</p>`,
    rows.length > 0 && `<table style="border-spacing:0">${rows.join("")}</table>`,
    button &&
      `<p><a class="button" href="${escaped(button.url)}" style="${style.button}">${escaped(button.label)}</a></p>`,
    footer(letter),
  ]
  return [
    headOf(subject),
    `<body class="ground" style="${style.ground}"><div class="sheet" style="${style.sheet}">`,
    ...parts.filter(Boolean),
    "</div></body></html>",
  ].join("\n")
}

function headOf(subject: string): string {
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title>`,
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<style>${dark}</style></head>`,
  ].join("\n")
}

function footer({ notes, offUrl }: Letter): string | undefined {
  const off = offUrl === undefined ? [] : [`<a href="${escaped(offUrl)}" style="color:inherit">${offLabel}</a>`]
  const lines = [...notes.map(escaped), ...off]
  return lines.length > 0 ? `<p class="notes" style="${style.notes}">${lines.join("<br>")}</p>` : undefined
}

function senderLine({ name, logoUrl }: Sender): string {
  const shown =
    logoUrl === undefined
      ? `<span style="${style.name}">${escaped(name)}</span>`
      : `<img src="${escaped(logoUrl)}" alt="${escaped(name)}" style="${style.logo}">`
  return `<div style="margin-bottom:16px">${shown}</div>`
}

/** The mark's four tiles; mail programs draw no SVG. */
const mark = [
  ["#e4572e", "12px 0 0 0"],
  ["#f2b134", "50%"],
  ["#17706e", "0"],
  ["#22304a", "0 0 12px 0"],
].map(([colour, radius]) => `<td style="width:12px;height:12px;background:${colour};border-radius:${radius}"></td>`)

function brandLine(name: string): string {
  const [first, second, third, fourth] = mark
  const tiles = `<table role="presentation" style="border-spacing:0"><tr>${first}${second}</tr><tr>${third}${fourth}</tr></table>`
  return `<table role="presentation" style="border-spacing:0;margin-bottom:16px"><tr><td>${tiles}</td><td style="padding-left:10px;${style.name}">${escaped(name)}</td></tr></table>`
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "")
