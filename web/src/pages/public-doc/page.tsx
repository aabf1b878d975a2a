import { renderToStaticMarkup } from "react-dom/server"
import type { DocNode } from "../../../../server/src/contract/docs/doc-node.ts"
import { WeightedCache } from "../../../../server/src/contract/weighted-cache.ts"
import type { PublicDocData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Frame, Heading } from "../../kit/frame.tsx"
import { useHouse } from "../../kit/house.tsx"
import { formatBytes } from "../../kit/size.ts"
import { type DocParts, DocText, holdsSomething } from "../../kit/text/doc-text.tsx"
import { When } from "../../kit/when.tsx"
import styles from "./page.module.css"

export function Page(doc: PublicDocData) {
  const { path, workspaceName, title, emoji, isCut, wholePath, updatedAt } = doc
  const { locale } = useHouse()
  const text = drawText(doc, partsOf(doc, locale), locale)
  return (
    <Frame width="narrow" reportable={path}>
      <div className="stack gap-5 one-column">
        <Heading
          above={
            <>
              Shared by <bdi>{workspaceName}</bdi>
            </>
          }
          below={
            <>
              Updated <When at={updatedAt} />
            </>
          }
        >
          {`${emoji ?? ""} ${title}`.trim()}
        </Heading>
        {text === "" ? (
          <p className="muted smaller pretty">This doc is empty.</p>
        ) : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered it.
          <div dangerouslySetInnerHTML={{ __html: text }} />
        )}
        {isCut && (
          <p className="apart">
            Only the beginning is shown. <a href={wholePath}>Download full doc</a> (Markdown).
          </p>
        )}
      </div>
    </Frame>
  )
}

/** Visitors see the doc's pictures and files; mentions and links are plain text. */
function partsOf({ files }: PublicDocData, locale: string): DocParts {
  return {
    picture: (file, alt) => {
      const shown = files[file]?.pictureUrl
      if (shown) return <img className={`sunken ${styles.picture}`} src={shown} alt={alt} loading="lazy" />
      return <span className="muted">{alt ? `Image: ${alt}` : "Image unavailable"}</span>
    },
    file: (file, name) => {
      const there = files[file]
      if (!there) return <span className="muted">{name || "File"} (unavailable)</span>
      return (
        <a href={there.downloadPath} rel="nofollow">
          <bdi>{name || "File"}</bdi> ({formatBytes(there.sizeBytes, locale)})
        </a>
      )
    },
    mention: (_account, label) => (
      <span className={styles.mention}>
        @<bdi>{label}</bdi>
      </span>
    ),
    link: (_target, label) => <span className="muted">{label}</span>,
  }
}

/** The limit of the cache, in characters. */
const mostKept = 32_000_000
const drawn = new WeightedCache<string>(mostKept)

type Drawn = Pick<PublicDocData, "path" | "version" | "files" | "drawn">

/** Renders a doc's text to HTML; empty without content. Cached by path, version, locale and files. */
function drawText({ path, version, files, drawn: json }: Drawn, parts: DocParts, locale: string): string {
  const key = [path, version, locale, JSON.stringify(files)].join(" ")
  const known = drawn.get(key)
  if (known !== undefined) return known
  const body: DocNode = JSON.parse(json)
  const html = holdsSomething(body) ? renderToStaticMarkup(<DocText body={body} parts={parts} />) : ""
  return drawn.set(key, html, key.length + html.length)
}
