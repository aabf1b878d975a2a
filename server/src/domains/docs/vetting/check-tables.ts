import type { Node } from "@tiptap/pm/model"
import * as Y from "yjs"
import { type DocLine, isAtom, pathName, treeOf } from "#contract/docs/lines/index.ts"
import { isTableTooLarge } from "#contract/docs/table-size.ts"
import { docSchema } from "../conversion/index.ts"
import { HostileUpdate } from "../hostile-update.ts"

/** The line end whose attribute added a row, a cell or a column span to a table. */
export function cellMadeBy({ deleted, parent, parentSub, content }: Y.Item): Y.XmlElement | undefined {
  if (deleted || parentSub === null || !(parent instanceof Y.XmlElement)) return undefined
  const isNew = parentSub === pathName && /table\w*\+/.test(String(content.getContent()[0]))
  return isNew || parentSub.endsWith("colspan") ? parent : undefined
}

/** @throws HostileUpdate when a table around one of these line ends is too large. */
export function checkTables(ends: ReadonlySet<Y.XmlElement>): void {
  const known = new Set<Y.XmlElement>()
  for (const end of ends) {
    if (known.has(end)) continue
    const around = linesAround(end)
    for (const each of around) known.add(each)
    treeOf(docSchema(), around.map(emptyLine)).descendants((node) => {
      if (node.type.name === "table" && isTableTooLarge(columnsOfRows(node))) {
        throw new HostileUpdate("A table of the doc would be too large.", { isTooBig: true })
      }
      return !node.isTextblock
    })
  }
}

function linesAround(end: Y.XmlElement): Y.XmlElement[] {
  return [...endsFrom(end, "left").reverse(), end, ...endsFrom(end, "right")]
}

function endsFrom(end: Y.XmlElement, way: "left" | "right"): Y.XmlElement[] {
  const found: Y.XmlElement[] = []
  for (let item = end._item?.[way]; item; item = item[way]) {
    if (item.deleted || !(item.content instanceof Y.ContentType)) continue
    const { type } = item.content
    if (!(type instanceof Y.XmlElement) || isAtom(type.nodeName)) continue
    if (!String(type.getAttribute(pathName) ?? "").includes("table")) break
    found.push(type)
  }
  return found
}

const emptyLine = (end: Y.XmlElement): DocLine => ({
  ...{ kind: "paragraph", spans: [], isEnded: true },
  attrs: end.getAttributes() as DocLine["attrs"],
})

function* columnsOfRows(table: Node): Generator<number> {
  for (const row of table.children) {
    yield row.children.reduce((sum, cell) => sum + Math.max(1, Number(cell.attrs.colspan) || 1), 0)
  }
}
