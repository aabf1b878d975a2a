import { renderToStaticMarkup } from "react-dom/server"
import type { DocNode } from "../../../../server/src/contract/docs/doc-node.ts"
import { WeightedCache } from "../../../../server/src/contract/weighted-cache.ts"
import type { PublicDocData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { type DocParts, DocText, holdsSomething } from "../../kit/text/doc-text.tsx"

/** The limit of the cache, in characters. */
const mostKept = 32_000_000
const drawn = new WeightedCache<string>(mostKept)

type Drawn = Pick<PublicDocData, "path" | "version" | "files" | "drawn">

/** Renders a doc's text to HTML; empty without content. Cached by path, version, locale and files. */
export function drawText({ path, version, files, drawn: json }: Drawn, parts: DocParts, locale: string): string {
  const key = [path, version, locale, JSON.stringify(files)].join(" ")
  const known = drawn.get(key)
  if (known !== undefined) return known
  const body: DocNode = JSON.parse(json)
  const html = holdsSomething(body) ? renderToStaticMarkup(<DocText body={body} parts={parts} />) : ""
  return drawn.set(key, html, key.length + html.length)
}
