/** The parts of a mail, all plain text. */
export interface Letter {
  subject: string
  paragraphs: string[]
  /** A code to type elsewhere, in large letters. */
  code?: string
  /** Details of the subject, each a name and a value on one line. */
  facts: [string, string][]
  button?: { label: string; url: string }
  notes: string[]
  /** The address that stops mails of this kind; absent where they cannot be stopped. */
  offUrl?: string | undefined
}

interface Written {
  subject: string
  text: string
  html: string
  offUrl?: string
}

/** Writes a letter as plain text and as simple HTML with the same content below the brand's mark and name. */
export function writeLetter(letter: Letter, brandName: string): Written {
  const { offUrl } = letter
  return {
    subject: letter.subject.replace(/\p{Cc}+/gu, " "),
    text: toText(letter),
    html: toHtml(letter, brandName),
    ...(offUrl !== undefined && { offUrl }),
  }
}

const offLabel = "Stop these mails"

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
    "max-width:520px;margin:0 auto;padding:28px;border:1px solid #e4dccd;border-radius:16px;background:#ffffff;color:#1d1a16;font:16px/1.5 system-ui,sans-serif",
  brand: "padding-left:10px;font-size:18px;font-weight:700",
  code: "margin:20px 0;font:700 34px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:0.08em",
  name: "padding:2px 16px 2px 0;color:#645c52;vertical-align:top",
  button:
    "display:inline-block;padding:12px 22px;border-radius:10px;background:#17706e;color:#ffffff;font-weight:600;text-decoration:none",
  notes: "margin:24px 0 0;padding-top:16px;border-top:1px solid #e4dccd;color:#645c52;font-size:13px",
}

/** The mark's four tiles; mail programs draw no SVG. */
const mark = [
  ["#e4572e", "12px 0 0 0"],
  ["#f2b134", "50%"],
  ["#17706e", "0"],
  ["#22304a", "0 0 12px 0"],
].map(([colour, radius]) => `<td style="width:12px;height:12px;background:${colour};border-radius:${radius}"></td>`)

function toHtml({ subject, paragraphs, code, facts, button, notes, offUrl }: Letter, brandName: string): string {
  const off = offUrl === undefined ? [] : [`<a href="${escaped(offUrl)}" style="color:inherit">${offLabel}</a>`]
  const last = [...notes.map(escaped), ...off]
  const rows = facts.map(
    ([name, value]) => `<tr><td style="${style.name}">${escaped(name)}</td><td>${escaped(value)}</td></tr>`,
  )
  const parts = [
    brandLine(brandName),
    ...paragraphs.map((text) => `<p>${escaped(text)}</p>`),
    code && `<p style="${style.code}">${escaped(code)}</p>`,
    rows.length > 0 && `<table style="border-spacing:0">${rows.join("")}</table>`,
    button && `<p><a href="${escaped(button.url)}" style="${style.button}">${escaped(button.label)}</a></p>`,
    last.length > 0 && `<p style="${style.notes}">${last.join("<br>")}</p>`,
  ]
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    `<body style="${style.ground}"><div style="${style.sheet}">`,
    ...parts.filter(Boolean),
    "</div></body></html>",
  ].join("\n")
}

function brandLine(name: string): string {
  const [first, second, third, fourth] = mark
  const tiles = `<table role="presentation" style="border-spacing:0"><tr>${first}${second}</tr><tr>${third}${fourth}</tr></table>`
  return `<table role="presentation" style="border-spacing:0;margin-bottom:16px"><tr><td>${tiles}</td><td style="${style.brand}">${escaped(name)}</td></tr></table>`
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "")
