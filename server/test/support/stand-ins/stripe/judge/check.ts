import { type DeclaredType, type Member, resolve, type Scope } from "./declarations.ts"

/** A sent value. */
interface Sent {
  value: unknown
  /** Its path, such as `line_items.0`; "" for the whole request. */
  at: string
  /** JSON has numbers and booleans; a form has text only. */
  isJson: boolean
}

/** Compares a sent value with a type. Returns a sentence for each difference. */
export function findFaults(type: DeclaredType, sent: Sent): string[] {
  const alternatives = split(type.text, "|").filter((text) => text !== "OtherString")
  const literals = alternatives.filter(isLiteral)
  const all = alternatives.filter((text) => !isLiteral(text)).map((text) => faultsOf({ text, scope: type.scope }, sent))
  if (literals.some((text) => literalOf(text) === String(sent.value)) || all.some((faults) => faults.length === 0))
    return []
  const [closest] = all.toSorted((a, b) => a.length - b.length)
  return closest ?? [`${sent.at} is not one of the ${literals.length} values that are declared.`]
}

/** The same for a type that is not a union. */
function faultsOf(type: DeclaredType, sent: Sent): string[] {
  const { text, scope } = type
  const { at } = sent
  const [, generic, inner = ""] = /^(\w+)<(.+)>$/s.exec(text) ?? []
  if (generic === "Array") return faultsOfItems({ text: inner, scope }, sent)
  if (generic === "Emptyable")
    return sent.value === "" || sent.value === null ? [] : findFaults({ text: inner, scope }, sent)
  if (scalars.has(text)) return isScalar(text, sent) ? [] : [`${at} must be a ${text}.`]
  const found = resolve(text, scope)
  if (!found) return [`${at} has the type ${text}, which the judge cannot read.`]
  return "type" in found ? findFaults(found.type, sent) : faultsOfObject(found.interface, sent)
}

function faultsOfItems(item: DeclaredType, sent: Sent): string[] {
  const { value, at } = sent
  if (typeof value !== "object" || value === null) return [`${at} must be a list.`]
  const faults = Object.keys(value)
    .filter((name, index) => name !== String(index))
    .map((name) => `${at}.${name} is not a place in a list.`)
  return [
    ...faults,
    ...Object.entries(value).flatMap(([n, one]) => findFaults(item, { ...sent, value: one, at: `${at}.${n}` })),
  ]
}

function faultsOfObject(shape: Scope, sent: Sent): string[] {
  const { value: object, at } = sent
  if (typeof object !== "object" || object === null) return [`${at} must have names.`]
  const { members, others } = membersOf(shape)
  const place = (name: string) => (at === "" ? name : `${at}.${name}`)
  const missing = [...members].filter(([name, { isRequired }]) => isRequired && !(name in object))
  return [
    ...missing.map(([name]) => `${place(name)} is missing.`),
    ...Object.entries(object).flatMap(([name, value]) => {
      const member = members.get(name)
      const inner = { ...sent, value, at: place(name) }
      if (member) return [...findFaults(member, inner), ...tooMuch(member, inner)]
      return others ? findFaults(others, inner) : [`${place(name)} is not a parameter.`]
    }),
  ]
}

/** An interface's members, and those of the interfaces that it extends. */
function membersOf(shape: Scope): { members: Map<string, Member>; others: DeclaredType | undefined } {
  const bases = shape.extended.flatMap((name) => {
    const base = resolve(name, shape.parent ?? shape)
    return base && "interface" in base ? [membersOf(base.interface)] : []
  })
  const members = new Map([...bases.flatMap((base) => [...base.members]), ...shape.members])
  return { members, others: shape.others ?? bases.find(({ others }) => others)?.others }
}

const characters =
  /(?:up to|at most|max(?:imum)?(?: length)?(?: is| of|,)?|limit the \w+ to) \*?([\d,]+) characters(?! for `)|character count of ([\d,]+)/i
const items = /array of up to (\d+)/i

/** The limits in a comment: the characters of a text, the values of a list. */
function tooMuch({ comment, text }: Member, { value, at }: Sent): string[] {
  const [limit, size] = text.includes("Array<")
    ? [items, Object.keys(Object(value)).length]
    : [characters, typeof value === "string" ? [...value].length : 0]
  const [, first, second] = limit.exec(comment) ?? []
  const most = Number((first ?? second)?.replaceAll(",", ""))
  return size > most ? [`${at} has ${size} characters or values; ${most} are allowed.`] : []
}

const scalars = new Set(["string", "number", "boolean", "null", "Decimal"])

function isScalar(type: string, { value, isJson }: Sent): boolean {
  if (type === "null") return value === null
  if (isJson && type !== "Decimal") return typeof value === type
  if (typeof value !== "string") return false
  if (type === "boolean") return value === "true" || value === "false"
  return type === "string" || /^-?\d+(\.\d+)?$/.test(value)
}

const isLiteral = (text: string) => /^(['"].*['"]|-?\d+|true|false)$/.test(text)
const literalOf = (text: string) => text.replaceAll(/^['"]|['"]$/g, "")

/** Splits a type's text outside of brackets and quotes. */
function split(text: string, separator: string): string[] {
  const parts = [""]
  let depth = 0
  let isQuoted = false
  for (const character of text) {
    if (character === "'") isQuoted = !isQuoted
    if (!isQuoted && "<{([".includes(character)) depth += 1
    if (!isQuoted && ">})]".includes(character)) depth -= 1
    if (character === separator && depth === 0 && !isQuoted) parts.push("")
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "")
}
