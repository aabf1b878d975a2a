import data from "@mdn/browser-compat-data" with { type: "json" }
import type { Identifier, SimpleSupportStatement } from "@mdn/browser-compat-data"
import { oldestBrowsers } from "#contract/browsers.ts"

/** A feature of browsers, with its names from the outside in: `Promise.withResolvers`, `selectors.has`. */
export interface Feature {
  readonly name: string
  /** Whether a class has it, and not its instances: `Response.json` is both. */
  readonly isStatic?: boolean
  readonly compat: Identifier
}

/** Everything that scripts can name: the globals, and the members of their objects by their own name. */
export function scriptFeatures(): { globals: ReadonlyMap<string, Feature>; members: ReadonlyMap<string, Feature[]> } {
  const globals = new Map<string, Feature>()
  const members = new Map<string, Feature[]>()
  for (const [name, compat] of [...featuresIn(data.api), ...featuresIn(data.javascript.builtins ?? {})]) {
    globals.set(name, { name, compat })
    addMembers(members, { name, compat })
  }
  return { globals, members }
}

function addMembers(members: Map<string, Feature[]>, { name: owner, compat }: Feature): void {
  for (const [key, inner] of featuresIn(compat)) {
    const name = key.replace(/_static$/, "")
    const feature = { name: `${owner}.${name}`, isStatic: name !== key, compat: inner }
    members.set(name, [...(members.get(name) ?? []), feature])
    addMembers(members, feature)
  }
}

/** The properties of styles that an oldest browser lacks. */
export const lackedProperties = (): string[] =>
  featuresIn(data.css.properties ?? {}).flatMap(([name, compat]) => (whoLacks(compat) ? name : []))

/** The features of styles: properties with their values, at-rules, pseudo-classes and -elements, and functions. */
export const styleFeatures = {
  property: (name: string): Identifier | undefined => data.css.properties?.[name],
  atRule: (name: string): Identifier | undefined => data.css["at-rules"]?.[name],
  selector: (name: string): Identifier | undefined => data.css.selectors?.[name],
  functions: functionsIn(data.css.types),
}

function functionsIn(types: Identifier | undefined): ReadonlyMap<string, Identifier> {
  const all = featuresIn(types ?? {}).flatMap(([name, inner]) => [[name, inner] as const, ...functionsIn(inner)])
  return new Map(all)
}

function featuresIn(compat: object): [string, Identifier][] {
  return Object.entries(compat).filter(([name]) => name !== "__compat")
}

const answers = new WeakMap<Identifier, string>()

/** The oldest browsers that lack a feature, in words. Undefined: each has it, without a flag or a prefix. */
export function whoLacks(compat: Identifier): string | undefined {
  const answer = answers.get(compat) ?? whoOf(compat)
  answers.set(compat, answer)
  return answer || undefined
}

function whoOf({ __compat }: Identifier): string {
  if (!__compat) return ""
  const lack = oldestBrowsers.filter(({ compat, version }) => {
    const statements = [__compat.support[compat] ?? []].flat()
    return !statements.some((statement) => isPlain(statement) && isIn(statement, version))
  })
  return lack.map(({ name, version }) => `${name} ${version}`).join(", ")
}

const isPlain = ({ flags, prefix, alternative_name }: SimpleSupportStatement) => !(flags || prefix || alternative_name)

function isIn({ version_added: added, version_removed: removed }: SimpleSupportStatement, version: string): boolean {
  return isAtMost(added, version) && !(removed && isAtMost(removed, version))
}

/** `added` is a version, which "≤" may precede, "preview" or false. */
function isAtMost(added: string | false, version: string): boolean {
  if (added === false || added === "preview") return false
  const [one, other] = [added.replace("≤", ""), version].map((text) => text.split(".").map(Number))
  for (const at of [0, 1, 2]) {
    const difference = (one?.[at] ?? 0) - (other?.[at] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return true
}
