import { readFileSync } from "node:fs"
import { chooseColumns } from "../../../../web/src/console/links/import/choose-columns.ts"
import { type LinkFile, readLinkFile } from "../../../../web/src/console/links/import/read-link-file.ts"
import { shortNameOf } from "../../../../web/src/console/links/import/short-names.ts"
import {
  hasBareLinks,
  hasNames,
  type Plan,
  questionsOf,
  toImportRows,
} from "../../../../web/src/console/links/import/to-import-rows.ts"

const folder = new URL("./link-exports/", import.meta.url)

/** The text of a file of our own making, in the form of a service's export. */
export const linkExport = (name: string): string => readFileSync(new URL(name, folder), "utf8")

/**
 * Reads a file as the console does, with the columns that it chooses beforehand. `own` are the workspace's domains, of
 * which the person chooses `moved` for the links of every other host.
 */
export async function readLinkExport(
  bytes: string | Uint8Array<ArrayBuffer>,
  own: readonly string[] = [],
  moved?: string,
) {
  const file = await readLinkFile(new File([bytes], "links.csv"))
  const chosen = planFor(file)
  const questions = questionsOf(file, chosen.choices, { own, hasNames: hasNames(file, chosen.choices) })
  const hosts = [...questions.hosts, ...(hasBareLinks(file, chosen.choices) ? [""] : [])]
  const plan =
    moved === undefined ? chosen : { ...chosen, domains: Object.fromEntries(hosts.map((host) => [host, moved])) }
  return { file, plan, questions, rows: toImportRows(file, plan, own) }
}

function planFor(file: LinkFile): Plan {
  const choices = chooseColumns(file.header, (at) => file.rows.map(({ cells }) => cells[at] ?? ""))
  return { choices, orders: {}, domains: {}, sameNames: "", passesQuery: false, makesNames: false }
}

/** A file of `count` links in the same form: its lines in turn, each with a number at the end of its short name. */
export async function manyLinksLike(text: string, count: number): Promise<string> {
  const { file, plan } = await readLinkExport(text)
  const end = text.includes("\r\n") ? "\r\n" : "\n"
  const lines = text.trimEnd().split(end)
  const head = lines.slice(0, lines.length - file.rows.length)
  const copies = Array.from({ length: count }, (_, n) => {
    const at = n % file.rows.length
    const row = file.rows[at]
    const { name } = row ? shortNameOf(row, plan.choices) : { name: "" }
    return lines[head.length + at]?.replace(new RegExp(`(?<=[/,;]|^)${name}(?=[,;"]|$)`, "g"), `${name}-${n}`) ?? ""
  })
  return [...head, ...copies].join(end)
}
