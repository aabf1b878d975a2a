import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"

const drawn = new WeakMap<object, string>()

/** Draws content that is the same for every visitor once for each object, and then from memory. */
export function Kept({ by, draw }: { by: object; draw(): ReactNode }) {
  const html = drawn.get(by) ?? renderToStaticMarkup(draw())
  drawn.set(by, html)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered it.
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
