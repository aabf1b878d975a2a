import { readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { parseSync, Visitor } from "rolldown/utils"
import { importsOf } from "./source-graph.ts"
import { foreignUses } from "./table-uses.ts"

export const repository = new URL("../../../", import.meta.url).pathname

/** The folders of sources. */
export const roots = ["server/src", "web/src", "client", "bench", "deploy"] as const

/** The figures that `npm run check` counts. STYLE.md has the target of each. */
export interface Counts {
  /** Functions of more than 40 lines, as `file:line name lines`. Markup counts, unlike in the lint. */
  readonly longFunctions: readonly string[]
  /** Names that two or more files declare and export. The client is a package of its own, with the API's names. */
  readonly sharedNames: readonly string[]
  /** The percentage of comment lines. */
  readonly commentPercent: { readonly server: number; readonly web: number }
  /** How often vague words occur in comments, texts, test titles and documentation. */
  readonly vagueWords: number
  /** How many sources name one field of an offer, one tool and one column of a list: what such a change touches. */
  readonly filesToChange: { readonly field: number; readonly tool: number; readonly column: number }
  /** Short files that one neighbour alone imports, as `file (lines) -> importer`. They belong into it. */
  readonly filesWithOneImporter: readonly string[]
}

const longest = 40

/** Words that replace the name of a thing. */
const vague = /\b(?:whoever|somebody|nobody|anew|told|goes|has it that|what it stands for)\b/gi

/** The examples for `filesToChange`, as the sources spell them. */
const examples = {
  field: /\brefund_?[tT]erms\b/,
  tool: /\bset_?[sS]tream_?[pP]lan\b/,
  column: /\bopen_?[rR]eports\b/,
}

interface Source {
  readonly file: string
  readonly text: string
  /** Parsing takes most of the time, so only what needs it does it. */
  readonly parsed: () => ReturnType<typeof parseSync>
}

/** Counts the sources below `roots`, and the pages of `docs`. */
export function countSources(): Counts {
  const all = [...roots, "server/test"].flatMap(filesOf).map(parse)
  const isSource = ({ file }: Source) => !isTest(file) && !file.startsWith("server/test/")
  const [sources, tests] = [all.filter(isSource), all.filter((one) => !isSource(one))]
  const naming = (name: RegExp) => sources.filter(({ text }) => name.test(text)).length
  return {
    longFunctions: sources.flatMap(longFunctionsOf),
    sharedNames: [true, false].flatMap((own) => sharedNamesOf(sources.filter(({ file }) => own === isOfClient(file)))),
    filesToChange: { field: naming(examples.field), tool: naming(examples.tool), column: naming(examples.column) },
    commentPercent: { server: percentOf(sources, "server/"), web: percentOf(sources, "web/") },
    vagueWords:
      sum(sources.filter(({ text }) => matches(text) > 0).map(wordsOf)) +
      sum(tests.filter(({ text }) => matches(text) > 0).map(wordsOf)) +
      sum(pages().map((file) => matches(read(file)))),
    filesWithOneImporter: withOneImporter(sources, all),
  }
}

const isOfClient = (file: string) => file.startsWith("client/")
export const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const matches = (text: string) => text.match(vague)?.length ?? 0

/** The TypeScript files below a folder, as paths in the repository. */
export function filesOf(folder: string): string[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/node_modules|^dist\//.test(file))
    .map((file) => `${folder}/${file}`)
}

function pages(): string[] {
  const docs = readdirSync(join(repository, "docs"), { recursive: true, encoding: "utf8" })
  return ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...docs.map((file) => `docs/${file}`)].filter((file) =>
    file.endsWith(".md"),
  )
}

const read = (file: string) => readFileSync(join(repository, file), "utf8")

function parse(file: string): Source {
  const text = read(file)
  let known: ReturnType<typeof parseSync> | undefined
  const parsed = () => {
    known ??= parseSync(file, text)
    return known
  }
  return { file, text, parsed }
}

const lineAt = (text: string, at: number) => linesIn(text, 0, at)

/** How many lines a part of a text touches. */
function linesIn(text: string, start: number, end: number): number {
  let lines = 1
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) lines += 1
  return lines
}

interface Spanned {
  readonly start: number
  readonly end: number
}

/** A formatted function has deeper lines between its first and its last; text in backquotes is not formatted. */
function mayHaveLong(text: string): boolean {
  if (/`[^`]*\n/.test(text)) return true
  const depths = text.split("\n").map((line) => (line === "" ? Number.POSITIVE_INFINITY : line.search(/\S|$/)))
  return depths.some((depth, at) => depths.slice(at + 1, at + longest).every((inner) => inner > depth))
}

function longFunctionsOf({ file, text, parsed }: Source): string[] {
  const found: string[] = []
  if (!mayHaveLong(text)) return found
  const look = (node: Spanned & { id?: { name: string } | null }) => {
    const lines = linesIn(text, node.start, node.end)
    if (lines > longest) found.push(`${file}:${lineAt(text, node.start)} ${node.id?.name ?? ""} ${lines}`)
  }
  new Visitor({
    FunctionDeclaration: look,
    FunctionExpression: look,
    ArrowFunctionExpression: look,
  }).visit(parsed().program)
  return found
}

const exported = /^export (?:(?:declare|abstract|async) )*(?:function\*?|class|const|let|interface|type|enum) (\w+)/gm

/** A file that re-exports another file's name declares nothing. */
function sharedNamesOf(sources: readonly Source[]): string[] {
  const files = new Map<string, number>()
  for (const { text } of sources) {
    const names = [...text.matchAll(exported)].map(([, name = ""]) => name)
    for (const name of new Set(names)) files.set(name, (files.get(name) ?? 0) + 1)
  }
  return [...files].flatMap(([name, count]) => (count > 1 ? [name] : [])).sort()
}

/** Indexes, ports and stores are files of their own by rule. A dynamic import loads a file later. */
function withOneImporter(sources: readonly Source[], readers: readonly Source[]): string[] {
  const importers = new Map<string, { from: string; isLater: boolean }[]>()
  for (const { file, text } of readers)
    for (const { target, isLater } of importsOf("", file, text)) {
      const path = roots.some((root) => target.startsWith(`${root}/`)) ? target : `server/src/${target}`
      importers.set(path, [...(importers.get(path) ?? []), { from: file, isLater }])
    }
  return sources.flatMap(({ file, text }) => {
    const [only, ...others] = [...new Map(importers.get(file)?.map((one) => [one.from, one])).values()]
    const lines = text.trimEnd().split("\n").length
    if (!only || others.length > 0 || only.isLater || lines > longest) return []
    const isApart =
      isTest(only.from) || dirname(only.from) !== dirname(file) || /^index\.|^on-demand\./.test(basename(only.from))
    return isApart || /(-store|\/port|\/index)\.tsx?$/.test(file)
      ? []
      : [`${file} (${lines}) -> ${basename(only.from)}`]
  })
}

function percentOf(sources: readonly Source[], root: string): number {
  const own = sources.filter(({ file }) => file.startsWith(root))
  const lines = sum(own.map(({ text }) => text.trimEnd().split("\n").length))
  const withComments = own.filter(({ text }) => /^\s*\/[/*]/m.test(text))
  const commented = sum(
    withComments.flatMap(({ text, parsed }) => parsed().comments.map((comment) => linesOf(text, comment))),
  )
  return Math.round((1000 * commented) / lines) / 10
}

/** A comment after code takes no line of its own. */
function linesOf(text: string, { start, end }: Spanned): number {
  const before = text.slice(text.lastIndexOf("\n", start) + 1, start)
  return before.trim() === "" ? linesIn(text, start, end) : 0
}

function wordsOf({ parsed }: Source): number {
  const { program, comments } = parsed()
  const found = comments.map(({ value }) => matches(value))
  new Visitor({
    Literal: ({ value }) => found.push(typeof value === "string" ? matches(value) : 0),
    TemplateElement: ({ value }) => found.push(matches(value.raw)),
    JSXText: ({ value }) => found.push(matches(value)),
  }).visit(program)
  return sum(found)
}

if (import.meta.main) {
  const { longFunctions, sharedNames, commentPercent, vagueWords, filesToChange, filesWithOneImporter } = countSources()
  console.log(`functions over ${longest} lines: ${longFunctions.length} (target 0)`)
  console.log(`names that two or more files export: ${sharedNames.length} (target: falling)`)
  console.log(`comment lines: ${commentPercent.server} % of server, ${commentPercent.web} % of web (target 8 %)`)
  console.log(`vague words: ${vagueWords} (target: falling)`)
  const uses = foreignUses()
  const writes = uses.filter(({ isWrite }) => isWrite).length
  console.log(`tables with foreign readers: ${new Set(uses.map(({ table }) => table)).size} (target: falling)`)
  console.log(`reads of others' tables: ${uses.length - writes} (target 66), writes: ${writes} (target 0)`)
  console.log(`files of a field of an offer: ${filesToChange.field} (target 9)`)
  console.log(`files of a tool: ${filesToChange.tool} (target 6)`)
  console.log(`files of a column of a list: ${filesToChange.column} (target 5)`)
  console.log(`short files that one neighbour alone imports: ${filesWithOneImporter.length} (target: falling)`)
  console.log(filesWithOneImporter.map((line) => `  ${line}`).join("\n"))
  if (process.argv.includes("--all")) console.log([...longFunctions, ...sharedNames].join("\n"))
}
