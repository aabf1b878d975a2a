import { type CommandProps, Extension } from "@tiptap/core"
import { Fragment, type Node, type ResolvedPos } from "@tiptap/pm/model"
import { TextSelection } from "@tiptap/pm/state"

/** Makes one code block of several selected lines. The library's own command would make one of each. */
export const oneCodeBlock = Extension.create({
  name: "oneCodeBlock",
  priority: 1,
  addCommands: () => ({
    toggleCodeBlock: () => (props) => joinLines(props) || props.commands.toggleNode("codeBlock", "paragraph"),
  }),
})

function joinLines({ tr, state: { schema }, dispatch }: CommandProps): boolean {
  const { $from, $to } = tr.selection
  const code = schema.nodes.codeBlock
  const lines = linesIn(tr.doc, $from.pos, $to.pos)
  if (!code || $from.sameParent($to) || !lines || lines.every(({ type }) => type === code)) return false
  const range = $from.blockRange($to, ({ type }) => type.contentMatch.matchType(code) !== null)
  if (!range) return false
  if (!dispatch) return true
  const text = lines.map((line) => line.textBetween(0, line.content.size, "\n", leafText)).join("\n")
  const base = range.$from.start(range.depth)
  const before = range.parent.content.cut(range.start - base, startOf($from, range.depth) - base)
  const block = code.create(null, text === "" ? null : schema.text(text))
  const parts = before.append(Fragment.from([block, ...restAfter($to, range.depth)]))
  tr.replaceWith(range.start, range.end, parts)
  const start = range.start + before.size + 1
  tr.setSelection(TextSelection.create(tr.doc, start, start + text.length))
  return true
}

/** The selected lines; undefined if there is anything else, such as a picture or a table. */
function linesIn(doc: Node, from: number, to: number): Node[] | undefined {
  const lines: Node[] = []
  let isOnlyLines = true
  doc.nodesBetween(from, to, (node) => {
    if (node.isTextblock) lines.push(node)
    else if (node.isLeaf || node.type.name === "table") isOnlyLines = false
    return !node.isTextblock
  })
  return isOnlyLines ? lines : undefined
}

const leafText = ({ type, attrs }: Node) => (type.name === "hardBreak" ? "\n" : String(attrs.label ?? ""))

/** The position before a line, and before the list items and quotes that begin with it. */
function startOf($from: ResolvedPos, depth: number): number {
  let at = $from.depth
  while (at > depth + 1 && $from.index(at - 1) === 0) at -= 1
  return $from.before(at)
}

/** What follows a line in the containers below a depth. Blocks of an item whose beginning is gone stand alone. */
function restAfter($to: ResolvedPos, depth: number): Node[] {
  const rest: Node[] = []
  for (let at = $to.depth - 1; at > depth; at -= 1) {
    const parent = $to.node(at)
    const left = parent.children.slice($to.indexAfter(at))
    if (left.length > 0) rest.push(...(parent.type.name.endsWith("List") ? [parent.copy(Fragment.from(left))] : left))
  }
  return rest
}
