import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import type { Manual } from "../../../../server/src/contract/pages/developers.ts"
import { Heading } from "../../kit/frame.tsx"
import styles from "./manual.module.css"

interface Props {
  manual: Manual
  /** Absent where the content has its own heading. */
  title?: string
  below?: ReactNode
  children: ReactNode
}

/** The developers' navigation, beside the content on wide screens and above it on narrow ones. */
export function ManualPage({ manual, title, below, children }: Props) {
  return (
    <div className={styles.manual}>
      <div className={`stack gap-4 small ${styles.side}`}>
        <nav aria-label="Developers">
          {manual.pages.map(({ path, title }) => (
            <a key={path} href={path} aria-current={path === manual.path ? "page" : undefined}>
              {title}
            </a>
          ))}
        </nav>
        {manual.chapters.length > 0 && (
          <nav aria-label="On this page">
            {manual.chapters.map(({ id, title, depth }) => (
              <a key={id} href={`#${id}`} data-depth={depth}>
                {title}
              </a>
            ))}
          </nav>
        )}
      </div>
      <div className={`shrinks ${styles.content}`}>
        {title && <Heading below={below}>{title}</Heading>}
        {children}
      </div>
    </div>
  )
}

const drawn = new WeakMap<object, string>()

/** Draws content that is the same for every visitor once for each object, and then from memory. */
export function Kept({ by, draw }: { by: object; draw(): ReactNode }) {
  const html = drawn.get(by) ?? renderToStaticMarkup(draw())
  drawn.set(by, html)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered it.
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}

/** Code to copy. The button works with scripts only, which show it. */
export function Code({ children }: { children: string }) {
  return (
    <div data-code>
      <button type="button" data-copy hidden>
        Copy
      </button>
      <pre>{children}</pre>
    </div>
  )
}
