import type { Identifier } from "@mdn/browser-compat-data"
import postcss, {
  type AtRule,
  type ChildNode,
  type Container,
  type Declaration,
  type Document,
  type Rule,
} from "postcss"
import { styleFeatures, whoLacks } from "./compat.ts"

interface Lacking {
  /** Such as `text-wrap: pretty` or `:has(ul)`. */
  readonly feature: string
  readonly who: string
  readonly node: ChildNode
}

/** The parts of a style that one of the oldest browsers ignores, but for those that `@supports` asks for. */
export function lackingInStyle(css: string): Lacking[] {
  return lackingIn(postcss.parse(css))
}

/** The style as those browsers read it: without the parts that one of them ignores. */
export function styleForOldest(css: string): string {
  const root = postcss.parse(css)
  for (const { node } of lackingIn(root)) node.remove()
  return root.toString()
}

function lackingIn(root: Container): Lacking[] {
  const found: Lacking[] = []
  root.walk((node) => {
    if (isAsked(node.parent)) return
    for (const [feature, compat] of namedBy(node as Declaration | AtRule | Rule)) {
      const who = compat && whoLacks(compat)
      if (who) found.push({ feature, who, node })
    }
  })
  return found
}

type Named = readonly [feature: string, compat: Identifier | undefined]

function namedBy(node: Declaration | AtRule | Rule): Named[] {
  if (node.type === "atrule") return [[`@${node.name}`, styleFeatures.atRule(node.name)]]
  if (node.type === "rule") return namedBySelector(node.selector)
  if (node.type !== "decl") return []
  const functions = [...node.value.matchAll(/(?<![\w-])([a-z-]+)\(/g)].map(([, name = ""]): Named => {
    return [`${name}()`, styleFeatures.functions.get(name)]
  })
  if (node.prop.startsWith("--") || isPrefixedBeside(node)) return functions
  const property = styleFeatures.property(node.prop)
  const words = node.value.match(/(?<![\w-])[a-z-]+(?![\w(-])/g) ?? []
  const values = words.map((word): Named => [`${node.prop}: ${word}`, property?.[word]])
  return [[node.prop, property], ...values, ...functions]
}

/** The build adds a declaration with a prefix where one of the browsers needs it. */
function isPrefixedBeside({ prop, parent }: Declaration): boolean {
  return parent?.some((other) => other.type === "decl" && other.prop === `-webkit-${prop}`) ?? false
}

/** Of `:has(…)`, the feature's name has what is asked, without the hashes of CSS modules. */
function namedBySelector(selector: string): Named[] {
  return [...selector.matchAll(/::?([a-z-]+)(\([^,{]*)?/g)].map(([written, name = ""]) => [
    name === "has" ? written.replace(/(\._[a-z]+_)\w+/g, "$1") : written.replace(/\(.*/, ""),
    styleFeatures.selector(name),
  ])
}

function isAsked(node: Container | Document | undefined): boolean {
  if (!node) return false
  return (
    (node.type === "atrule" && (node as AtRule).name === "supports") || isAsked(node.parent as Container | undefined)
  )
}
