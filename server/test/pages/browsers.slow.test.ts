import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { parseAst } from "rolldown/parseAst"
import { oldestBrowsers } from "#contract/browsers.ts"
import { scriptFeatures, whoLacks } from "#test/support/pages/compat.ts"
import { lackingInStyle } from "#test/support/pages/styles-of-oldest.ts"
import { buildIfChanged } from "../../../web/build-if-changed.ts"
import { browsersDocs } from "../../src/scripts/browsers-docs.ts"

const web = new URL("../../../web/dist/", import.meta.url).pathname

test("docs/browsers.md matches the table of the oldest browsers", () => {
  const page = readFileSync(new URL("../../../docs/browsers.md", import.meta.url), "utf8")
  assert.equal(page, browsersDocs(oldestBrowsers), "run `npm run docs`")
})

/** What an oldest browser lacks, and how a page works without it. */
const doneWithout: Readonly<Record<string, readonly string[]>> = {
  "it only decorates, or arranges things more finely": [
    ...["text-wrap", "text-wrap: balance", "text-wrap: pretty", "scrollbar-width", "scrollbar-width: none", "zoom"],
    ...["::-webkit-progress-bar", ":has(ul)", ":has(:checked)", ":has(:focus-visible)"],
    ...[":has(.connect):not(:has(.conversations))", ":has(>[aria-expanded=false])"],
    ...[':has([data-depth="2"])', ":has([data-step=payment])", ":has(._shell_)", ":has(._empty_>:is(a"],
    ...[":has(:is(input:not([type=checkbox]", ":has([value=ts]:checked) [data-language]:not([data-language=ts])"],
    ":has([value=py]:checked) [data-language]:not([data-language=py]))",
  ],
  "a phone has no pointer, and its text areas no corner to pull": [
    ...["cursor: default", "cursor: not-allowed", "cursor: pointer", "cursor: progress"],
    ...["resize", "resize: none", "resize: vertical"],
  ],
  "a script does the same": ["field-sizing", "field-sizing: content"],
  "a library asks for it first": [
    ...["trustedTypes", "Document.caretPositionFromPoint", "Document.caretRangeFromPoint", "Document.parseHTML"],
    ...["Document.startViewTransition", "Selection.getComposedRanges", "Intl.Segmenter.segment"],
  ],
  "a library has something of this name": [
    ...["ArrayBuffer.resizable", "CommandEvent.command", "DataTransfer.addElement", "Document.execCommand.paste"],
    ...["HTMLElement.popover", "HTMLFencedFrameElement.config"],
    ...["HTMLInputElement.capture", "MIDIPort.connection", "Profiler", "RegExp.escape", "ViewTransition"],
    "Window.external",
  ],
  "`api/passkey.ts` asks for it first": [
    "PublicKeyCredential.parseCreationOptionsFromJSON",
    "PublicKeyCredential.parseRequestOptionsFromJSON",
  ],
  "`kit/people/initials.ts` asks for it first": ["Intl.Segmenter"],
}

test("the built scripts and styles use what each of the oldest browsers has", async () => {
  await buildIfChanged()
  const used = new Map<string, string>()
  for (const folder of ["client/assets", "button", "server/assets"]) {
    for (const name of readdirSync(web + folder)) {
      const text = () => readFileSync(`${web}${folder}/${name}`, "utf8")
      const isScript = name.endsWith(".js") && !folder.startsWith("server")
      const lacking = name.endsWith(".css") ? lackingInStyle(text()) : isScript ? lackingCalls(text()) : []
      for (const { feature, who } of lacking) used.set(feature, `${feature} in ${name}: ${who} lacks it`)
    }
  }
  const known = new Set(Object.values(doneWithout).flat())
  const newer = [...used].filter(([feature]) => !known.has(feature)).map(([, words]) => words)
  assert.deepEqual(newer, [], "use a helper (`web/src/kit/newer-functions.ts`), or say how a page works without it")
  for (const feature of known) assert.ok(used.has(feature), `${feature} is no longer used`)
})

/** A node of a script, in ESTree's form. */
interface Syntax {
  type: string
  [part: string]: unknown
}

const { globals, members } = scriptFeatures()

/** Members that pages use of objects without a name. Other objects have common names, such as `add`. */
const usual =
  /^(Array|Map|Set|Promise|String|Object|RegExp|ArrayBuffer|TypedArray|Intl\.\w+|AbortSignal|Blob|Clipboard|DataTransfer|Document|Element|HTML\w*Element|History|KeyboardEvent|Navigator|Node|Range|ReadableStream|Response|Selection|URL|Window)\.\w{6}/

/** The features of a script that an oldest browser lacks, unless the script asks for them first. */
function lackingCalls(code: string): { feature: string; who: string }[] {
  const all = [...nodesOf(parseAst(code) as unknown as Syntax)]
  const asked = new Set(all.flatMap(askedBy))
  return all.flatMap((node) => {
    const { name, property, computed } = node as Syntax & { property?: Syntax }
    if (node.type === "Identifier" && !asked.has(name)) return lackedGlobal(String(name))
    if (node.type === "MemberExpression" && !computed && !asked.has(property?.name)) return lackedMember(node)
    return []
  })
}

/** What `object.property` is, if each feature of this name is lacked: of the object, or of any usual one. */
function lackedMember(node: Syntax): { feature: string; who: string }[] {
  const [object, property] = [nameOf(node.object), nameOf(node.property)]
  const known = members.get(String(property)) ?? []
  const exact = known.filter(({ name }) => name === `${object}.${property}`)
  const meant = exact.length > 0 || !known.some(({ name }) => usual.test(name)) ? exact : known
  const [who] = meant.flatMap(({ compat }) => whoLacks(compat) ?? [])
  return who && meant.every(({ compat }) => whoLacks(compat)) ? [{ feature: meant[0]?.name ?? "", who }] : []
}

/** A name of two letters or less is one of the minifier's. */
function lackedGlobal(name: string): { feature: string; who: string }[] {
  const feature = name.length > 2 ? globals.get(name) : undefined
  const who = feature && whoLacks(feature.compat)
  return who ? [{ feature: name, who }] : []
}

/** The names that a script asks for before it uses them: `"name" in …`, `typeof name`, `….name?.()`. */
function askedBy({ type, operator, left, argument, callee, optional, object, property }: Syntax): unknown[] {
  if (type === "BinaryExpression" && operator === "in") return [(left as Syntax).value]
  if (type === "UnaryExpression" && operator === "typeof") return [nameOf(argument)]
  if (type === "CallExpression" && optional) return [nameOf(callee)]
  if (type === "MemberExpression" && optional) return [nameOf(object), nameOf(property)]
  return []
}

function nameOf(node: unknown): unknown {
  const { name, property } = node as { name?: string; property?: Syntax }
  return name ?? property?.name
}

function* nodesOf(node: Syntax): Generator<Syntax> {
  yield node
  for (const part of Object.values(node).flat()) if (isSyntax(part)) yield* nodesOf(part)
}

const isSyntax = (part: unknown): part is Syntax => typeof (part as Syntax | null)?.type === "string"
