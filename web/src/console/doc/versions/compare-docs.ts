import { type DocNode, maxDepth, nodesIn } from "../../../../../server/src/contract/docs/doc-node.ts"
import { type DiffStep, findChanges } from "./find-changes.ts"
import { withFewLinks } from "./with-few-links.ts"

/** Two docs merged into one, with text marked as `inserted` or `deleted`. */
export interface Comparison {
  body: DocNode
  /** Counted in words. */
  added: number
  removed: number
  /** Whether they are equal, including what cannot be marked, such as a heading's level. */
  isSame: boolean
}

/** Compares two versions word by word. */
export function compareDocs(before: DocNode, after: DocNode): Comparison {
  const merged = mergeNodes(nodesIn(before.content), nodesIn(after.content), 1)
  const content = withFewLinks(merged)
  const isSame = keyOf({ content: before.content }) === keyOf({ content: after.content })
  return { body: { type: "doc", content }, ...countWords(content), isSame }
}

const keyOf = (node: DocNode) => JSON.stringify(node)

function mergeNodes(before: readonly DocNode[], after: readonly DocNode[], depth: number): DocNode[] {
  if (depth > maxDepth) return []
  const merged: DocNode[] = []
  let gap: { removed: DocNode[]; added: DocNode[] } = { removed: [], added: [] }
  const closeGap = () => {
    for (const node of mergeGap(gap.removed, gap.added, depth)) merged.push(node)
    gap = { removed: [], added: [] }
  }
  for (const { kind, item } of findChanges(before, after, keyOf)) {
    if (kind === "deleted") gap.removed.push(item)
    else if (kind === "inserted") gap.added.push(item)
    else {
      closeGap()
      merged.push(item)
    }
  }
  closeGap()
  return merged
}

/** Merges the nodes between two equal ones: similar nodes were changed, the others inserted or deleted. */
function mergeGap(removed: readonly DocNode[], added: readonly DocNode[], depth: number): DocNode[] {
  const merged: DocNode[] = []
  let next = 0
  for (const node of added) {
    const like = removed.findIndex((old, at) => at >= next && at < next + 20 && isAlike(old, node))
    if (like < 0) {
      merged.push(markAll(node, "inserted", depth))
      continue
    }
    for (const old of removed.slice(next, like)) merged.push(markAll(old, "deleted", depth))
    merged.push(mergeNode(removed[like] ?? node, node, depth))
    next = like + 1
  }
  for (const old of removed.slice(next)) merged.push(markAll(old, "deleted", depth))
  return merged
}

const wordsOf = (node: DocNode, depth = 0): string[] =>
  depth > maxDepth
    ? []
    : [...wordsIn(node.text), ...nodesIn(node.content).flatMap((inner) => wordsOf(inner, depth + 1))]

const wordsIn = (text = "") => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** Nodes of one type that share a third of their words, or that both have none. */
function isAlike(one: DocNode, other: DocNode): boolean {
  if (one.type !== other.type || one.content === undefined || other.content === undefined) return false
  const [words, others] = [new Set(wordsOf(one)), new Set(wordsOf(other))]
  const common = [...words].filter((word) => others.has(word)).length
  return common * 3 >= Math.max(words.size, others.size)
}

const textBlocks = new Set(["paragraph", "heading", "codeBlock"])

function mergeNode(before: DocNode, after: DocNode, depth: number): DocNode {
  const [old, now] = [nodesIn(before.content), nodesIn(after.content)]
  if (textBlocks.has(after.type ?? "")) return { ...after, content: mergeLine(old, now) }
  const content = mergeNodes(old, now, depth + 1)
  if (after.type !== "taskItem" || before.attrs?.checked === after.attrs?.checked) return { ...after, content }
  // A checkbox has no text to mark.
  const [first, ...others] = content
  const word = withChange({ type: "text", text: " (done)" }, after.attrs?.checked === true ? "inserted" : "deleted")
  return { ...after, content: [{ ...first, content: [...nodesIn(first?.content), word] }, ...others] }
}

function mergeLine(before: readonly DocNode[], after: readonly DocNode[]): DocNode[] {
  const steps = findChanges(before.flatMap(toTokens), after.flatMap(toTokens), keysOfTokens())
  return joined(inOrder(bridged(steps)).map(({ kind, item }) => (kind === "same" ? item : withChange(item, kind))))
}

/** Keys for tokens. Marks are numbered, so that a key does not contain a long link address. */
function keysOfTokens(): (token: DocNode) => string {
  const numbers = new Map<string, number>()
  const known = new WeakMap<object, number>()
  return (token) => {
    if (token.text === undefined || !Array.isArray(token.marks)) return keyOf(token)
    let number = known.get(token.marks)
    if (number === undefined) {
      const marks = JSON.stringify(token.marks)
      number = numbers.get(marks) ?? numbers.size
      numbers.set(marks, number)
      known.set(token.marks, number)
    }
    return `${number} ${token.text}`
  }
}

/** Splits a text into words, spaces and signs, each with the text's marks. */
function toTokens(node: DocNode): DocNode[] {
  if (node.text === undefined) return [node]
  return (node.text.match(/[\p{L}\p{N}\p{M}]+|\s+|[^\p{L}\p{N}\p{M}\s]/gu) ?? []).map((text) => ({ ...node, text }))
}

/** A space between two changes is part of both, so that a rewritten passage reads as one. */
function bridged(steps: readonly DiffStep<DocNode>[]): DiffStep<DocNode>[] {
  const isChange = (at: number) => steps[at] !== undefined && steps[at].kind !== "same"
  return steps.flatMap((step, at): DiffStep<DocNode>[] => {
    const isSpace = step.kind === "same" && step.item.text?.trim() === ""
    if (!isSpace || !isChange(at - 1) || !isChange(at + 1)) return [step]
    return [
      { ...step, kind: "deleted" },
      { ...step, kind: "inserted" },
    ]
  })
}

/** Within adjacent changes, all deletions come before all insertions: that reads better than word by word. */
function inOrder(steps: readonly DiffStep<DocNode>[]): DiffStep<DocNode>[] {
  const ordered: DiffStep<DocNode>[] = []
  let changed: DiffStep<DocNode>[] = []
  const close = () => {
    const of = (kind: string) => changed.filter((step) => step.kind === kind)
    ordered.push(...of("deleted"), ...of("inserted"))
    changed = []
  }
  for (const step of steps) {
    if (step.kind !== "same") changed.push(step)
    else {
      close()
      ordered.push(step)
    }
  }
  close()
  return ordered
}

type Change = "inserted" | "deleted"

const withChange = (node: DocNode, type: Change): DocNode => ({ ...node, marks: [...nodesIn(node.marks), { type }] })

function markAll(node: DocNode, change: Change, depth: number): DocNode {
  if (node.content === undefined || depth > maxDepth) return withChange(node, change)
  return { ...node, content: nodesIn(node.content).map((inner) => markAll(inner, change, depth + 1)) }
}

function joined(nodes: readonly DocNode[]): DocNode[] {
  const result: DocNode[] = []
  let text: string[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    if (last?.text !== undefined && node.text !== undefined && haveSameMarks(last, node)) text.push(node.text)
    else {
      close()
      result.push(node)
      text = [node.text ?? ""]
    }
  }
  close()
  return result

  function close(): void {
    const last = result.at(-1)
    if (last?.text !== undefined) result[result.length - 1] = { ...last, text: text.join("") }
  }
}

function haveSameMarks(one: DocNode, other: DocNode): boolean {
  const [marks, others] = [nodesIn(one.marks), nodesIn(other.marks)]
  const isSame = (mark: DocNode, at: number) => mark === others[at] || keyOf(mark) === keyOf(others[at] ?? {})
  return marks.length === others.length && marks.every(isSame)
}

function countWords(nodes: readonly DocNode[]): { added: number; removed: number } {
  const count = { added: 0, removed: 0 }
  const walk = (node: DocNode) => {
    const marks = nodesIn(node.marks).map(({ type }) => type)
    const words = node.text === undefined ? 1 : wordsIn(node.text).length
    if (marks.includes("inserted")) count.added += words
    if (marks.includes("deleted")) count.removed += words
    for (const inner of nodesIn(node.content)) walk(inner)
  }
  for (const node of nodes) walk(node)
  return count
}
