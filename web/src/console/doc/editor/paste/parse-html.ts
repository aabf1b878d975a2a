/** Copied HTML. Its style sheets are `css`, and the styles of its elements are in `data-style`. */
export interface ParsedHtml {
  readonly body: HTMLElement
  readonly css: string
}

/**
 * Parses copied HTML. The page's policy forbids styles in HTML, and browsers report each one, also in documents that they
 * never show. So styles are taken out first; they are parsed apart.
 */
export function parseHtml(html: string): ParsedHtml {
  let css = ""
  const withoutSheets = html.replace(/<style\b[^>]*(?:>|$)(.*?)(?:<\/style\s*>|$)/gis, (_, sheet: string) => {
    css += `${sheet}\n`
    return ""
  })
  const renamed = withoutSheets.replace(tag, (whole) =>
    whole.replace(styleOrQuoted, (part) => (/^["']/.test(part) ? part : "data-style")),
  )
  const [, first = ""] = /<(?!meta|html|head|body)([a-z]\w*)/i.exec(renamed) ?? []
  // Cells outside of a table would be ignored.
  const isOfTable = /^(?:thead|tbody|tfoot|tr|td|th)$/i.test(first)
  const { body } = new DOMParser().parseFromString(isOfTable ? `<table>${renamed}</table>` : renamed, "text/html")
  return { body, css }
}

/** Like the expression for sheets, it ends at the end of the text if need be, so that no text takes long. */
const tag = /<[a-z](?:[^"'>]|"[^"]*(?:"|$)|'[^']*(?:'|$))*(?:>|$)/gi
const styleOrQuoted = /(?<=[\s"'/])style(?=\s*=)|"[^"]*"|'[^']*'/gi

export const cssOf = (element: Element): string => element.getAttribute("data-style") ?? ""
