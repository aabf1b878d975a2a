import type { Cited, ShownCall } from "../../../../../server/src/contract/shown.ts"

/** A text of the assistant as a screen reader says it: without markup, and without ids or names of tools. */
export function spokenText(text: string, cited: readonly Cited[] = []): string {
  return text
    .replaceAll(/\[\[([a-z-]+):([\w-]+)\]\]/g, (_, kind: string, id: string) => titleOf(cited, kind, id))
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/⟦([a-z]+) \d+⟧/g, "the $1")
    .replaceAll(uuids, "")
    .replaceAll(ids, "")
    .replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => name.replaceAll("_", " "))
    .replaceAll(/[*_`#|>[\]]+/g, "")
    .replaceAll(/\(\s*\)/g, "")
    .replaceAll(/[ \t]+(?=[ \t.,;:!?)])/g, "")
}

const uuids = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi

/** A prefix and 22 characters, as the service makes ids; its tests and tool servers have shorter ones. */
const ids = /\b[a-z][a-z\d]{1,15}_(?=[A-Za-z]*\d)[A-Za-z\d]+\b/g

/** The title of a cited thing; its kind if the conversation has not read it. */
function titleOf(cited: readonly Cited[], kind: string, id: string): string {
  const found = cited.find((one) => one.kind === kind && one.id === id)
  return found?.title ?? `the ${kind.replaceAll("-", " ")}`
}

/** What a call does, or has done: "Creating the short link spring". Undefined for states that need no words. */
export function spokenCall(call: ShownCall): string | undefined {
  if (call.state === "running") return doingWords(call)
  if (call.state === "done") return spokenText(call.server || !call.summary ? `${call.title}: done` : call.summary)
  if (call.state === "waiting") return `${spokenText(call.title)}: needs your decision`
  if (call.state === "proposed" || call.state === "approved") return undefined
  return `${spokenText(call.title)}: ${call.state}`
}

function doingWords(call: ShownCall): string {
  const title = spokenText(call.title)
  if (call.server) return `Running ${title}`
  const [verbs = "", rest = ""] = splitOf(title)
  const doing = verbs.replaceAll(/[A-Za-z]+/g, (word) => (word === "or" ? word : toDoing(word)))
  const name = nameOf(call)
  const named = /^an? (.+?)( to the trash)?$/.exec(rest)
  if (!named) return `${doing} ${rest}`
  return [doing, "the", named[1], name].filter(Boolean).join(" ") + (named[2] ?? "")
}

/** "Rename or move a file" as "Rename or move" and "a file". */
const splitOf = (title: string) => /^(\w+(?: or \w+)?) (.*)$/.exec(title)?.slice(1) ?? [title]

const toDoing = (verb: string) => (verb.toLowerCase() === "set" ? `${verb}ting` : `${verb.replace(/e$/, "")}ing`)

/** The name of the thing that a call creates or changes; of a link, the end of its address. */
function nameOf({ arguments: given, about }: ShownCall): string {
  const before = about[0]?.value.split("/").at(-1)
  const name = before ?? given.slug ?? given.title ?? given.name
  return typeof name === "string" ? spokenText(name).trim() : ""
}
