/** The parts of a mail, all plain text. */
export interface Letter {
  subject: string
  paragraphs: string[]
  /** Details of the subject, each a name and a value on one line. */
  facts: [string, string][]
  /** The link to the next step, if there is one. */
  button?: { label: string; url: string }
  /** Small print at the end. */
  notes: string[]
}

/** Writes a letter as plain text and as simple HTML with the same content. */
export function writeLetter(letter: Letter): { subject: string; text: string; html: string } {
  return { subject: letter.subject.replace(/\p{Cc}+/gu, " "), text: toText(letter), html: toHtml(letter) }
}

function toText({ paragraphs, facts, button, notes }: Letter): string {
  const table = facts.map(([name, value]) => `${name}: ${value}`).join("\n")
  const action = button && `${button.label}:\n${button.url}`
  const small = notes.length > 0 && `-- \n${notes.join("\n")}`
  return `${[...paragraphs, table, action, small].filter(Boolean).join("\n\n")}\n`
}

const ink = "color:#1f2328;font:16px/1.5 system-ui,sans-serif"
const buttonStyle =
  "display:inline-block;padding:12px 20px;border-radius:8px;background:#1f2328;color:#ffffff;text-decoration:none"

function toHtml({ subject, paragraphs, facts, button, notes }: Letter): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:2px 16px 2px 0;color:#59636e">${escaped(name)}</td><td>${escaped(value)}</td></tr>`,
  )
  const parts = [
    ...paragraphs.map((text) => `<p>${escaped(text)}</p>`),
    rows.length > 0 && `<table style="border-spacing:0">${rows.join("")}</table>`,
    button && `<p><a href="${escaped(button.url)}" style="${buttonStyle}">${escaped(button.label)}</a></p>`,
    notes.length > 0 && `<p style="color:#59636e;font-size:13px">${notes.map(escaped).join("<br>")}</p>`,
  ]
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    `<body style="margin:0;padding:24px"><div style="max-width:560px;margin:0 auto;${ink}">`,
    ...parts.filter(Boolean),
    "</div></body></html>",
  ].join("\n")
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "")
