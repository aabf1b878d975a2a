/** Finds the changes that `npm run mutants` can make in a source. */
import { type ESTree, parseSync, Visitor, type VisitorObject } from "rolldown/utils"

/** A text instead of what stands between two offsets of a source. */
export interface Change {
  start: number
  end: number
  text: string
}

type Span = Pick<Change, "start" | "end">

interface Finder {
  text: string
  wordsOf(node: Span): string
  /** The name of a function or method; of a log's method, with that of the log. */
  nameOf(callee: Span): string
  skip(node: Span): void
  change(node: Span, to: string | undefined): void
}

/** Operators of TypeScript, of SQL and of the query builder. */
const others: Record<string, string> = {
  ...{ "===": "!==", "!==": "===", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||", "||": "&&" },
  ...{ "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", and: "or", or: "and" },
  ...{ is: "is not", "is not": "is", in: "not in", "not in": "in" },
}

/** Parts of a chain that are left out: conditions of a query, and what changes or checks a text. */
const links =
  /^(?:where|whereRef|having|on|onRef|trim|trimEnd|normalize|to(?:Lower|Upper)Case|replace|replaceAll|slice|filter|refine|regex)$/

/** Sentences for people, checks of what cannot happen, and comparators: what these are given stays. */
const uninteresting = /^(?:must|describe|meta|sort|toSorted|super|log\..*)$/

/** All changes of a source. Types, thrown errors and what stands for a missing value stay as they are. */
export function changesOf(text: string): Change[] {
  const changes: Change[] = []
  const skipped: Span[] = []
  const wordsOf = ({ start, end }: Span) => text.slice(start, end)
  const finder: Finder = {
    ...{ text, wordsOf },
    skip: (node) => skipped.push(node),
    change: ({ start, end }, to) => to !== undefined && changes.push({ start, end, text: to }),
    nameOf: (callee) => wordsOf(callee).replace(/^.*?(?=(?:log\.)?\w*$)/s, ""),
  }
  const visitor = new Visitor({ ...operationsIn(finder), ...callsIn(finder) })
  visitor.visit(parseSync("source.ts", text).program)
  return changes.filter(({ start, end }) => !skipped.some((span) => span.start <= start && end <= span.end))
}

function operationsIn({ text, change, skip, wordsOf, nameOf }: Finder): VisitorObject {
  const operation = ({ left, operator, right }: { left: Span; operator: string; right: Span }) => {
    const start = text.indexOf(operator, left.end)
    if (operator === "??") skip(right)
    else if (![left, right].some((node) => /^["`]/.test(wordsOf(node))))
      change({ start, end: start + operator.length }, others[operator])
  }
  const condition = ({ test }: { test: Span }) => void ["true", "false"].map((value) => change(test, value))
  return {
    ...{ BinaryExpression: operation, LogicalExpression: operation },
    ...{ IfStatement: condition, ConditionalExpression: condition },
    UnaryExpression: ({ start, operator, argument }) => operator === "!" && change({ start, end: argument.start }, ""),
    Literal: (node) => typeof node.value === "number" && change(node, String(node.value + 1)),
    TaggedTemplateExpression: ({ tag, quasi }) => {
      const words = /(?<![-<>=])(?:<=?|>=?)(?![<>=])|\b(?:and|or)\b/g
      for (const part of nameOf(tag) === "sql" ? quasi.quasis : [])
        for (const { 0: word, index } of wordsOf(part).matchAll(words))
          change({ start: part.start + index, end: part.start + index + word.length }, others[word])
    },
  }
}

function callsIn({ change, skip, wordsOf, nameOf }: Finder): VisitorObject {
  const call = ({ callee, arguments: [first, second], end }: ESTree.CallExpression) => {
    const name = nameOf(callee)
    if (uninteresting.test(name)) skip({ start: callee.end, end })
    if (callee.type === "MemberExpression" && links.test(name)) change({ start: callee.object.end, end }, "")
    if (second) change({ start: second.start + 1, end: second.end - 1 }, others[wordsOf(second).slice(1, -1)])
    if (!/^(?:and|or)$/.test(name) || first?.type !== "ArrayExpression") return
    change({ start: callee.end - name.length, end: callee.end }, others[name])
    first.elements.forEach((element, at, { [at - 1]: before, [at + 1]: after }) => {
      if (element && (before || after))
        change({ start: after ? element.start : Number(before?.end), end: after?.start ?? element.end }, "")
    })
  }
  return {
    ...{ CallExpression: call, ThrowStatement: skip, TSLiteralType: skip },
    ExpressionStatement: ({ expression, start, end }) => {
      const made = expression.type === "AwaitExpression" ? expression.argument : expression
      if (made.type === "CallExpression" && !uninteresting.test(nameOf(made.callee))) change({ start, end }, ";")
    },
  }
}
