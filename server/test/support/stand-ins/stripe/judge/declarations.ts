import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** A type's text, and the scope in which its names are resolved. */
export interface DeclaredType {
  text: string
  scope: Scope
}

export interface Member extends DeclaredType {
  isRequired: boolean
  /** Its comment, on one line. */
  comment: string
}

/** A namespace, an interface or a class, with its declarations. */
export interface Scope {
  parent: Scope | undefined
  types: Map<string, DeclaredType>
  interfaces: Map<string, Scope>
  namespaces: Map<string, Scope>
  /** The file that each imported name comes from. */
  imports: Map<string, string>
  members: Map<string, Member>
  /** The type of any other member (`[name: string]: …`). */
  others: DeclaredType | undefined
  extended: string[]
  /** The parameters' types of a class's methods, by the method's name. */
  methods: Map<string, string>
}

interface Declarations {
  scope: Scope
  /** The type of the parameters of a resource's method. */
  parametersOf(method: string): DeclaredType | undefined
}

const files = new Map<string, Declarations>()

/** Reads a declaration file of the SDK. They are generated: one declaration a line, comments before it. */
export function readDeclarations(file: string): Declarations {
  const known = files.get(file)
  if (known) return known
  const scope = readScope(file)
  const classes = [...scope.interfaces.values()].filter(({ methods }) => methods.size > 0)
  const declarations: Declarations = {
    scope,
    parametersOf: (method) => {
      const text = classes.map(({ methods }) => methods.get(method)).find((one) => one !== undefined)
      return text === undefined ? undefined : { text, scope }
    },
  }
  files.set(file, declarations)
  return declarations
}

/** Resolves a name, from the scope outwards, then in the files that it is imported from. */
export function resolve(name: string, from: Scope): { interface: Scope } | { type: DeclaredType } | undefined {
  const [first = "", ...rest] = name.split(".")
  for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
    const found = rest.length === 0 ? own(scope, first) : scope.namespaces.get(first)
    if (found && "members" in found) return resolve(rest.join("."), found)
    if (found) return found
    const file = scope.imports.get(first)
    if (file !== undefined) return resolve(name, readDeclarations(file).scope)
  }
  return undefined
}

function own(scope: Scope, name: string): { interface: Scope } | { type: DeclaredType } | undefined {
  const shape = scope.interfaces.get(name)
  if (shape) return { interface: shape }
  const type = scope.types.get(name)
  return type && { type }
}

const newScope = (parent: Scope | undefined): Scope => ({
  parent,
  types: new Map(),
  interfaces: new Map(),
  namespaces: new Map(),
  imports: new Map(),
  members: new Map(),
  others: undefined,
  extended: [],
  methods: new Map(),
})

function readScope(file: string): Scope {
  const root = newScope(undefined)
  let scope = root
  let comment = ""
  for (const line of readFileSync(file, "utf8")
    .split("\n")
    .map((text) => text.trim())) {
    if (/^(\/\*\*|\*)/.test(line)) {
      comment += ` ${line.replace(/^\/?\*+\/?\s*/, "")}`
      continue
    }
    if (line === "}" || line === "};") scope = scope.parent ?? root
    else scope = readLine({ text: line, comment, file }, scope) ?? scope
    comment = ""
  }
  return root
}

interface Line {
  text: string
  comment: string
  file: string
}

/** Adds a line's declaration to the scope. Returns the scope that the line opens. */
function readLine(line: Line, scope: Scope): Scope | undefined {
  const declaration = line.text.replace(/^(export )?(declare )?/, "")
  const [, kind, name, extended] = /^(namespace|interface|class) (\w+)(?: extends (.+))? \{$/.exec(declaration) ?? []
  if (kind && name) return openScope(scope, { kind, name, extended })
  const [, alias, meaning] = /^type (\w+) = (.+);$/.exec(declaration) ?? []
  if (alias && meaning) scope.types.set(alias, { text: meaning, scope })
  readImport(line, scope)
  const [, method, list = ""] = /^(\w+)\((.*)\): /.exec(line.text) ?? []
  const parameters = /params\??: ([\w.]+)/.exec(list)?.[1]
  if (method && parameters) scope.methods.set(method, parameters)
  return readMember(line, scope)
}

function readImport({ text, file }: Line, scope: Scope): void {
  const [, names, from] = /^import \{ (.+) \} from '(.+)\.js';$/.exec(text) ?? []
  for (const name of names?.split(", ") ?? []) scope.imports.set(name, join(dirname(file), `${from}.d.ts`))
}

function readMember({ text, comment }: Line, scope: Scope): Scope | undefined {
  const [, others] = /^\[\w+: string\]: (.+);$/.exec(text) ?? []
  if (others) scope.others = { text: others, scope }
  const [, name, optional, declared, opened] = /^'?([\w-]+)'?(\?)?: (?:(.+);|(\{))$/.exec(text) ?? []
  // A member of the form `name: {` declares a type of its own name.
  const type = opened ? name : declared
  if (!name || !type) return undefined
  scope.members.set(name, { text: type, scope, isRequired: optional === undefined, comment })
  return opened ? openScope(scope, { kind: "interface", name, extended: undefined }) : undefined
}

function openScope(
  parent: Scope,
  { kind, name, extended }: { kind: string; name: string; extended: string | undefined },
) {
  const scope = newScope(parent)
  if (kind === "namespace") {
    // A namespace may be declared in several parts.
    const known = parent.namespaces.get(name)
    if (known) return known
    parent.namespaces.set(name, scope)
  } else {
    parent.interfaces.set(name, scope)
    scope.extended = kind === "interface" ? (extended?.split(", ") ?? []) : []
  }
  return scope
}
