import type { AnyPage } from "./any-page.ts"

/** The lines of the open doc as its editor shows them, with the marks of Markdown; underlined text is in `_`. */
export const shownLines = (page: AnyPage): Promise<string[]> => page.evaluate<string[]>(`(${readShown})()`)

/** Runs in a page. */
const readShown = `() => {
  const marks = { STRONG: "**", EM: "*", S: "~~", U: "_", CODE: "\`" }
  const inline = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.replaceAll("\\u00a0", "·")
    if (node.nodeName === "BR") return node.className ? "" : "⏎"
    if (node.nodeName === "IMG" || node.nodeType !== Node.ELEMENT_NODE) return ""
    if (node.matches("[aria-hidden=true], .ProseMirror-widget")) return ""
    const inside = [...node.childNodes].map(inline).join("")
    if (node.nodeName === "A") return "[" + inside + "](" + node.getAttribute("href") + ")"
    return (marks[node.nodeName] ?? "") + inside + (marks[node.nodeName] ?? "")
  }
  const items = (list) => {
    const start = Number(list.getAttribute("start") ?? 1)
    return [...list.children].flatMap((item, at) => {
      const { checked } = item.dataset
      const mark = checked ? (checked === "true" ? "[x] " : "[ ] ") : list.nodeName === "OL" ? start + at + ". " : "- "
      const content = checked ? item.querySelector(":scope > div") : item
      return [...content.children].flatMap(lines).map((line, at) => (at === 0 ? mark : "  ") + line)
    })
  }
  const lines = (block) => {
    if (/^[UO]L$/.test(block.nodeName)) return items(block)
    if (/^H[1-6]$/.test(block.nodeName)) return ["#".repeat(block.nodeName[1]) + " " + inline(block)]
    if (block.nodeName === "PRE") return block.textContent.split("\\n").map((line) => "    " + line)
    if (block.nodeName === "BLOCKQUOTE") return [...block.children].flatMap(lines).map((line) => "> " + line)
    if (block.nodeName === "HR") return ["---"]
    const rows = [...block.querySelectorAll("tr")]
    if (rows.length === 0) return [inline(block)]
    return rows.map((row) => [...row.cells].map((cell) => [...cell.children].flatMap(lines).join("/")).join(" | "))
  }
  return [...document.querySelector("[role=textbox][aria-multiline]").children].flatMap(lines)
}`
