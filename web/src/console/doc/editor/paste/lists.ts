import { beginsWithBox, boxIn, takeBox } from "./boxes.ts"
import { levelInWord, listInWord, takeWordMarker } from "./word-lists.ts"

interface Item {
  level: number
  tag: "ul" | "ol"
  /** Items of one level that are of different lists are not put into one; undefined if that is not known. */
  list: unknown
  start?: number | undefined
  isDone?: boolean | undefined
  content: readonly ChildNode[]
  /** Whether the item is misplaced in its list, so that the list must be built again. */
  isStray: boolean
}

/** Builds the lists that programs write in other ways: as paragraphs with a level, as flat lists, or with boxes. */
export function rebuildLists(root: Element): void {
  for (const child of [...root.children]) if (!isList(child)) splitTasks(child)
  let run: { node: ChildNode; items: readonly Item[] }[] = []
  const end = () => {
    const items = run.flatMap(({ items }) => items)
    if (items.some(({ isStray }) => isStray)) {
      run[0]?.node.before(...nest(items, root.ownerDocument))
      for (const { node } of run) node.remove()
    }
    run = []
  }
  for (const node of [...root.childNodes]) {
    const items = node instanceof HTMLElement ? itemsOf(node) : undefined
    if (items) run.push({ node, items })
    else if (!isBlank(node)) end()
    if (!items && node instanceof Element) rebuildLists(node)
  }
  end()
}

const isList = ({ nodeName }: Node) => nodeName === "UL" || nodeName === "OL"
const isLine = ({ nodeName }: Node) => nodeName === "P" || nodeName === "DIV"
const blocks = "p, div, ul, ol, table, blockquote, pre, h1, h2, h3, h4, h5, h6"

const isBlank = ({ nodeType, textContent }: Node): boolean =>
  nodeType === Node.COMMENT_NODE || (nodeType === Node.TEXT_NODE && textContent?.trim() === "")

/** Makes each line of a paragraph that begins with a box a paragraph. */
function splitTasks(element: Element): void {
  if (!isLine(element) || !boxIn(element.textContent)) return
  for (const br of [...element.children].filter(({ tagName }) => tagName === "BR")) {
    const rest = br.ownerDocument.createRange()
    rest.setStartAfter(br)
    rest.setEndAfter(element)
    const isLast = br.nextSibling === null
    br.remove()
    if (isLast) return
    element.after(rest.extractContents())
    element = element.nextElementSibling ?? element
  }
}

/** The items of a list, or of a paragraph that is one; undefined for all else. */
function itemsOf(element: HTMLElement): Item[] | undefined {
  if (isList(element)) return itemsIn(element, 1)
  const parts = [...element.childNodes].filter((node) => !isBlank(node))
  if (element.tagName === "DIV" && parts.length > 0 && parts.every(isList)) {
    return [...element.children].flatMap((list) => itemsIn(list, 1))
  }
  if (!isLine(element)) return undefined
  const level = levelInWord(element)
  if (level !== undefined) {
    const marker = takeWordMarker(element)
    const content = [...element.childNodes]
    return [{ level, ...marker, list: listInWord(element), isDone: takeBox(element), content, isStray: true }]
  }
  if (element.querySelector(blocks)) return undefined
  const isTask =
    boxIn(element.textContent) || beginsWithBox(parts[0]) || element.matches("[data-tag^=to-do], [data-task-state]")
  const isDone = isTask ? takeBox(element) : undefined
  if (isDone === undefined) return undefined
  return [
    {
      level: Number(element.dataset.level) || 1,
      tag: "ul",
      list: undefined,
      isDone,
      content: [...element.childNodes],
      isStray: true,
    },
  ]
}

function itemsIn(list: Element, depth: number): Item[] {
  return [...list.childNodes].flatMap((node): Item[] => {
    if (isBlank(node)) return []
    if (!(node instanceof Element && isList(node))) return itemAndInner(node, list, depth)
    return itemsIn(node, depth + 1).map((inner) => ({ ...inner, isStray: true }))
  })
}

function itemAndInner(node: ChildNode, list: Element, depth: number): Item[] {
  const item = node instanceof Element && node.tagName === "LI" ? node : undefined
  const tag = list.tagName === "OL" && item?.getAttribute("data-list") !== "bullet" ? "ol" : "ul"
  if (!item) return [{ level: depth, tag, list, content: [node], isStray: true }]
  const isDone = takeBox(item, list)
  rebuildLists(item)
  const written = levelOf(item)
  const level = written ?? depth
  const inside = [...item.children].filter(isList).flatMap((inner) => itemsIn(inner, level + 1))
  const content = [...item.childNodes].filter((child) => !isList(child))
  const isBare = isDone === undefined && content.every(isBlank)
  if (isBare && inside.length > 0) return inside.map((inner) => ({ ...inner, isStray: true }))
  const isStray = isDone !== undefined || level !== depth || item.matches("[data-aria-level], [data-list=bullet]")
  const id = item.getAttribute("data-listid") ?? (written === undefined ? list : undefined)
  const start = Number(list.getAttribute("start")) || undefined
  return [{ level, tag, list: id, start, isDone, content, isStray }, ...inside]
}

/** The level that a program says: Word in a browser, Google Docs, Dropbox Paper, Quill's editors and Slack. */
function levelOf(item: Element): number | undefined {
  const level = item.getAttribute("data-aria-level") ?? item.getAttribute("aria-level")
  if (level !== null) return Math.max(1, Number(level)) || undefined
  const [, indented] = /listindent(\d)/.exec(item.parentElement?.className ?? "") ?? []
  if (indented !== undefined) return Number(indented)
  const [, deeper] = /ql-indent-(\d)/.exec(item.className) ?? []
  const indent = deeper ?? item.getAttribute("data-stringify-indent")
  return indent === null ? levelInWord(item) : Number(indent) + 1
}

interface OpenList {
  level: number
  tag: string
  list: unknown
  element: Element
  /** The element of the last item that has its content. */
  inner: Element
}

function nest(items: readonly Item[], page: Document): Element[] {
  const lists: Element[] = []
  let open: OpenList[] = []
  for (const item of items) {
    const { level, list } = item
    const tag = item.isDone === undefined ? item.tag : "tasks"
    open = open.filter((of) => of.level < level || (of.level === level && isSame(of, { list, tag })))
    const { li, inner } = elementOf(item, page)
    const last = open.at(-1)
    if (last?.level === level) {
      last.element.append(li)
      last.inner = inner
      continue
    }
    const element = page.createElement(tag === "ol" ? "ol" : "ul")
    if (tag === "ol" && item.start !== undefined) element.setAttribute("start", String(item.start))
    element.append(li)
    if (last) last.inner.append(element)
    else lists.push(element)
    open.push({ level, tag, list, element, inner })
  }
  return lists
}

function elementOf({ isDone, content }: Item, page: Document): { li: Element; inner: Element } {
  const li = page.createElement("li")
  const inner = isDone === undefined ? li : page.createElement("div")
  inner.append(...content)
  if (isDone !== undefined) {
    li.dataset.checked = String(isDone)
    li.append(inner)
  }
  return { li, inner }
}

const isSame = (one: Pick<OpenList, "list" | "tag">, other: Pick<OpenList, "list" | "tag">): boolean =>
  one.tag === other.tag && (one.list === undefined || other.list === undefined || one.list === other.list)
