import { type DocNode, nodesIn } from "#contract/docs/doc-node.ts"

/** Controls, a half of a character, and noncharacters. A block of code keeps all but the first two. */
const spoils = ["\0", "\ud83d", "\u0007", "\u001b", "\u0085", "\ufdd0", "\ufffe", "\uffff", "\u{1ffff}"]

/** Chooses a number below a limit. */
export type Choose = (below: number) => number

/**
 * Adds to each third text characters that an export leaves out, and ends of lines to code that it changes. So the export
 * is that of the doc before.
 */
export function spoil(node: DocNode, choose: Choose): DocNode {
  const marks = nodesIn(node.marks)
  const isCode = marks.some(({ type }) => type === "code")
  const text = node.text !== undefined && {
    text: spoilText(isCode ? breakWords(node.text, choose) : node.text, choose),
  }
  const content = node.type === "codeBlock" ? nodesIn(node.content).map(spoilBlock) : nodesIn(node.content).map(inside)
  return {
    ...node,
    ...text,
    ...(node.attrs && { attrs: spoilAttrs(node.attrs, choose) }),
    ...(node.marks !== undefined && { marks: marks.map(inside) }),
    ...(node.content !== undefined && { content }),
  }

  function inside(child: DocNode): DocNode {
    return spoil(child, choose)
  }

  function spoilBlock(child: DocNode): DocNode {
    // A carriage return and a line feed behind it are one end of a line.
    const broken = (child.text ?? "").replace(/\n(?=(\n?))/g, (_, next) => ends[choose(next === "" ? 3 : 2)] ?? "")
    return { ...child, text: insert(broken, ["\0", "\ud83d"], choose) }
  }
}

const ends = ["\n", "\r\n", "\r"]

const breakWords = (text: string, choose: Choose) =>
  text.replace(/(?<! ) (?! )/g, () => [" ", "\n", "\r", "\r\n"][choose(4)] ?? "")

const spoilAttrs = (attrs: object, choose: Choose) =>
  Object.fromEntries(
    Object.entries(attrs).map(([name, value]) => {
      const isText = ["label", "name", "alt", "title"].includes(name) && typeof value === "string" && value !== ""
      return [name, isText ? spoilText(value, choose) : value]
    }),
  )

const spoilText = (text: string, choose: Choose) => (choose(3) === 0 ? insert(text, spoils, choose) : text)

function insert(text: string, signs: readonly string[], choose: Choose): string {
  const characters = [...text]
  const sign = signs[choose(signs.length)] ?? ""
  return characters.toSpliced(choose(characters.length + 1), 0, sign).join("")
}
