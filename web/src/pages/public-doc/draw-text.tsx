import { renderToStaticMarkup } from "react-dom/server"
import type { DocNode } from "../../../../server/src/contract/docs/doc-node.ts"
import type { PublicDocData } from "../../../../server/src/contract/pages/public-doc.ts"
import { WeightedCache } from "../../../../server/src/contract/weighted-cache.ts"
import { type DocParts, DocText, holdsSomething } from "../../kit/doc-text.tsx"

/** In characters, of all docs together. */
const mostKept = 32_000_000
const drawn = new WeightedCache<string>(mostKept)

type Drawn = Pick<PublicDocData, "path" | "version" | "files" | "drawn">

/**
 * The text of a doc as HTML, empty where there is nothing to read. It is drawn once for each key, version and language;
 * what it shows of its files is a part of the version.
 */
export function drawText({ path, version, files, drawn: json }: Drawn, parts: DocParts, locale: string): string {
  const key = [path, version, locale, JSON.stringify(files)].join(" ")
  const known = drawn.get(key)
  if (known !== undefined) return known
  const body: DocNode = JSON.parse(json)
  const html = holdsSomething(body) ? renderToStaticMarkup(<DocText body={body} parts={parts} />) : ""
  return drawn.set(key, html, key.length + html.length)
}
