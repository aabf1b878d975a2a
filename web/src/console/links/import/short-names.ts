import { foldLinkName, toLinkName } from "../../../../../server/src/contract/link-name.ts"
import type { LinkColumn } from "../link-table.ts"
import { readLinkAddress } from "./address.ts"
import type { ColumnChoice } from "./choose-columns.ts"
import type { LinkFile, LinkFileRow } from "./read-link-file.ts"

/** The choices that determine the short URLs of a file's links. */
export interface NamePlan {
  choices: readonly ColumnChoice[]
  /** The domain for links of another host, by host; "" is for links without one. Empty: the default domain. */
  domains: Readonly<Record<string, string>>
}

/** Other services write these words for no limit and no end. */
export const none =
  /^([-–—∞]|0+[-/.: 0]*|-1|null|never|none|no|n\/a|(?:no|without) (?:limits?|expir\w+|end)|never expires|unlimited|nie|unbegrenzt|jamais|illimitée?|nunca|ilimitado|mai|illimitato|nooit|无|無限制|なし|無期限|없음|无限制)$/i

/** An export of this service means each cell as it is written. */
export const isOwnExport = (choices: readonly ColumnChoice[]) => choices.includes("limitedClicks")

/** A row's short name, and the host of its short link. Empty where the row does not say it. */
export function shortNameOf({ cells }: LinkFileRow, choices: readonly ColumnChoice[]): { name: string; host: string } {
  const cell = (column: LinkColumn) => cells[choices.indexOf(column)]?.trim() ?? ""
  const address = readLinkAddress(cell("shortUrl"))
  const slug = cell("slug")
  const inSlug = /^https?:\/\//i.test(slug) ? readLinkAddress(slug) : undefined
  const name = inSlug?.path ?? slug.replace(/^\/+|\/+$/g, "")
  const shown = isOwnExport(choices) ? "" : (address?.host ?? inSlug?.host ?? "")
  const domain = cell("domain") || shown
  const host = readLinkAddress(domain)?.host ?? domain.toLowerCase()
  return { name: name || (address?.path ?? ""), host: none.test(host) ? "" : host }
}

export const domainOf = (host: string, { domains }: NamePlan, own: readonly string[]): string =>
  own.includes(host) ? host : (domains[host] ?? "")

/** Rows of different names and destinations that would have one short URL. */
export interface SameNames {
  rows: readonly LinkFileRow[]
  names: readonly string[]
  isShared: boolean
}

/** Groups rows with the same name on the same domain, where case may not count. */
export function sameNamesOf({ rows }: Pick<LinkFile, "rows">, plan: NamePlan, own: readonly string[]): SameNames[] {
  const places = new Map<string, { row: LinkFileRow; name: string }[]>()
  for (const row of rows) {
    const { name, host } = shortNameOf(row, plan.choices)
    const domain = domainOf(host, plan, own)
    const isShared = domain === ""
    const saved = toLinkName(name, { isShared })
    if (saved === "") continue
    const place = `${domain}/${isShared ? foldLinkName(saved) : saved}`
    places.set(place, [...(places.get(place) ?? []), { row, name }])
  }
  const at = plan.choices.indexOf("destination")
  return [...places].flatMap(([place, group]) => {
    const names = [...new Set(group.map(({ name }) => name))]
    const destinations = new Set(group.map(({ row }) => row.cells[at]?.trim()))
    if (names.length === 1 || destinations.size === 1) return []
    return { rows: group.map(({ row }) => row), names, isShared: place.startsWith("/") }
  })
}

/** The rows that come after another one with the same short URL and another name. */
export const laterOfSame = (...[file, plan, own]: Parameters<typeof sameNamesOf>): Set<LinkFileRow> =>
  new Set(sameNamesOf(file, plan, own).flatMap(({ rows }) => rows.slice(1)))
