export const keptBlocks = new Set(
  "P BLOCKQUOTE HR UL OL LI TABLE THEAD TBODY TFOOT TR TD TH H1 H2 H3 H4 H5 H6 DIV".split(" "),
)
export const otherBlocks = new Set(
  "SECTION ARTICLE HEADER FOOTER ASIDE MAIN NAV FIGURE FIGCAPTION DL DT DD ADDRESS DETAILS SUMMARY CENTER FORM FIELDSET".split(
    " ",
  ),
)
const isBlock = (node: Node | null) =>
  node !== null && (keptBlocks.has(node.nodeName) || otherBlocks.has(node.nodeName))

/** Whether a break stands between blocks, as Google Docs writes an empty line. */
export function isBlankLine(br: Element): boolean {
  const near = [sibling(br, "previousSibling"), sibling(br, "nextSibling")]
  return near.some(isBlock) && near.every((node) => node === null || node.nodeName === "BR" || isBlock(node))
}

/** Whether a break ends the text of its block. Browsers do not show such a break. */
export const endsText = (br: Element): boolean => {
  const before = sibling(br, "previousSibling")
  return before !== null && before.nodeName !== "BR" && !isBlock(before) && isLast(br)
}

export const isBetweenWords = ({ previousSibling, nextSibling }: Text): boolean =>
  [previousSibling, nextSibling].every((near) => near !== null && !isBlock(near))

export const textLines = (text: Text): string[] => (isLast(text) ? text.data.trimEnd() : text.data).split(/\r\n?|\n/)

function isLast(node: Node): boolean {
  const next = sibling(node, "nextSibling")
  const { parentElement } = node
  if (next || !parentElement) return isBlock(next)
  return isBlock(parentElement) || isLast(parentElement)
}

function sibling(node: Node, way: "previousSibling" | "nextSibling"): Node | null {
  let near = node[way]
  while (near && near.nodeType !== Node.ELEMENT_NODE && near.textContent?.trim() === "") near = near[way]
  return near
}
