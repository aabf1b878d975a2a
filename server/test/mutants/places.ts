/** Finds the places of a source that a mutant can change, and the spots where a call can note that a test gets there. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type ESTree, parseSync } from "rolldown/utils"
import { repository } from "../rules/count-sources.ts"

/** A text instead of what stands between two offsets of a source. */
interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A statement of a function, by its start; the body of an arrow function that is an expression, by both ends. */
export interface Spot {
  readonly start: number
  readonly end?: number
}

/** Without a spot, the place is evaluated when its file is imported. */
export interface Place extends Change {
  readonly file: string
  readonly spot: Spot | undefined
}

export interface Source {
  readonly text: string
  readonly places: readonly Place[]
  readonly functions: readonly Spot[]
}

type Node = ESTree.Node

const operators: Record<string, string> = {
  ...{ "===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||", "||": "&&" },
  ...{ "+": "-", "-": "+", "*": "/", "/": "*", "%": "*" },
}
const sqlOperators: Record<string, string> = {
  ...{ "<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+", "!=": "=" },
  ...{ is: "is not", "is not": "is", in: "not in", "not in": "in", and: "or", or: "and" },
}
const rights: Record<string, string> = {
  ...{ owner: "admin", admin: "member", member: "viewer", viewer: "member", console: "workspace:read" },
}

/** Parts of a chain that are left out: conditions of a query, and what changes or checks a text. */
const links =
  /^(?:where|whereRef|having|on|onRef|trim|trimEnd|normalize|to(?:Lower|Upper)Case|replace|replaceAll|slice|filter|refine|regex)$/

/** What these calls, and those of a log, are given: sentences for people, checks of what cannot happen, comparators. */
const uninteresting = /^(?:must|describe|meta|sort|toSorted|\w*Error)$/

/** Reads a source by its path in the repository. */
export function readSource(file: string): Source {
  const text = readFileSync(join(repository, file), "utf8")
  const places: Place[] = []
  const functions: Spot[] = []
  const visit = (node: Node, spot: Spot | undefined) => {
    if (isSkipped(node)) return
    places.push(...changesOf(node, text).map((change) => ({ ...change, file, spot })))
    const body = bodyOf(node)
    if (body) functions.push(spotIn(body))
    for (const child of childrenOf(node)) {
      const isStatement = spot !== undefined && statementsOf(node).includes(child)
      visit(child, child === body ? spotIn(body) : isStatement ? { start: child.start } : spot)
    }
  }
  visit(parseSync(file, text).program, undefined)
  return { text, places, functions }
}

function statementsOf(node: Node): readonly Node[] {
  if (node.type === "SwitchCase") return node.consequent
  return node.type === "BlockStatement" ? node.body : []
}

export const withChange = (text: string, { start, end, text: other }: Change) =>
  text.slice(0, start) + other + text.slice(end)

const spotIn = ({ type, start, end }: Node): Spot => (type === "BlockStatement" ? { start: start + 1 } : { start, end })

function bodyOf(node: Node): Node | undefined {
  const isFunction = node.type === "ArrowFunctionExpression" || /^Function(?:Expression|Declaration)$/.test(node.type)
  return isFunction && "body" in node ? ((node.body as Node | null) ?? undefined) : undefined
}

/** Left out are the arguments of uninteresting calls, and numbers that stand for a missing value. */
function childrenOf(node: Node): Node[] {
  if (isCallOrNew(node) && isUninteresting(node.callee)) return [node.callee]
  if (node.type === "LogicalExpression" && node.operator === "??" && node.right.type === "Literal") return [node.left]
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === "object" && value !== null && typeof value.type === "string")
}

const isCallOrNew = (node: Node) => node.type === "CallExpression" || node.type === "NewExpression"

/** Types, imports and thrown errors. */
function isSkipped(node: Node): boolean {
  if (node.type === "ThrowStatement" || node.type === "ImportDeclaration") return true
  return node.type.startsWith("TS") && !("expression" in node)
}

const isUninteresting = (callee: Node): boolean =>
  uninteresting.test(nameOf(callee)) || (callee.type === "MemberExpression" && nameOf(callee.object) === "log")

/** The name of a function or method. */
function nameOf(callee: Node): string {
  if (callee.type === "Identifier") return callee.name
  return callee.type === "MemberExpression" && callee.property.type === "Identifier" ? callee.property.name : ""
}

function changesOf(node: Node, text: string): Change[] {
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
      return ofOperator(node, text)
    case "UnaryExpression":
      return node.operator === "!" ? [cut(node.start, node.argument.start)] : []
    case "IfStatement":
    case "ConditionalExpression":
      return ["true", "false"].map((value) => change(node.test, value))
    case "ExpressionStatement":
      return isCall(node.expression) ? [change(node, ";")] : []
    case "CallExpression":
      return ofCall(node)
    case "TaggedTemplateExpression":
      return nameOf(node.tag) === "sql" ? node.quasi.quasis.flatMap((part) => ofSql(part, text)) : []
    case "Literal":
      return typeof node.value === "number" ? [change(node, String(node.value + 1))] : []
    case "Property":
      return ofRight(node)
    default:
      return []
  }
}

const change = ({ start, end }: Node, text: string): Change => ({ start, end, text })
const cut = (start: number, end: number): Change => ({ start, end, text: "" })

function ofOperator(node: { left: Node; operator: string; right: Node }, text: string): Change[] {
  const { left, operator, right } = node
  const other = operators[operator]
  if (other === undefined || [left, right].some(isText)) return []
  const start = text.indexOf(operator, left.end)
  return [{ start, end: start + operator.length, text: other }]
}

const isText = (node: Node) =>
  node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string" && node.value !== "")

function isCall(node: Node): boolean {
  const call = node.type === "AwaitExpression" ? node.argument : node
  return call.type === "CallExpression" && !isUninteresting(call.callee) && call.callee.type !== "Super"
}

/** A link of a chain that is left out, an operator of the query builder, or one of the conditions that it joins. */
function ofCall({ callee, arguments: given, end }: ESTree.CallExpression): Change[] {
  const [list, operator] = given
  const changes: Change[] = []
  if (callee.type === "MemberExpression") {
    if (links.test(nameOf(callee))) changes.push(cut(callee.object.end, end))
    if (/^(?:and|or)$/.test(nameOf(callee)) && list?.type === "ArrayExpression")
      changes.push(change(callee.property, nameOf(callee) === "and" ? "or" : "and"), ...withoutOne(list))
  }
  if (operator?.type === "Literal" && sqlOperators[String(operator.value)] !== undefined)
    changes.push(change(operator, JSON.stringify(sqlOperators[String(operator.value)])))
  return changes
}

function withoutOne({ elements }: ESTree.ArrayExpression): Change[] {
  return elements.flatMap((element, at) => {
    const [before, after] = [elements[at - 1], elements[at + 1]]
    if (!element) return []
    if (after) return [cut(element.start, after.start)]
    return before ? [cut(before.end, element.end)] : []
  })
}

function ofSql(part: Node, text: string): Change[] {
  const found = text.slice(part.start, part.end).matchAll(/(?<![-<>=])(?:<=?|>=?)(?![<>=])|\b(?:and|or)\b/g)
  return [...found].map(({ 0: word, index }) => {
    const start = part.start + index
    return { start, end: start + word.length, text: sqlOperators[word] ?? word }
  })
}

/** The role or the scope that an action needs. */
function ofRight({ key, value }: { key: Node; value: Node }): Change[] {
  if (key.type !== "Identifier" || value.type !== "Literal" || typeof value.value !== "string") return []
  if (key.name === "scope" && /:(?:read|write)$/.test(value.value))
    return [
      change(value, JSON.stringify(value.value.replace(/read$|write$/, (end) => (end === "read" ? "write" : "read")))),
    ]
  const other = key.name === "role" || key.name === "scope" ? rights[value.value] : undefined
  return other === undefined ? [] : [change(value, JSON.stringify(other))]
}
