import type { Head } from "./document.ts"

/** The addresses for link previews of the page at `path`: its own, and that of its preview card. */
export function previewOf(
  base: string,
  path: string,
  card: { title: string; description: string },
): NonNullable<Head["preview"]> {
  return { url: base + path, cardUrl: `${base}/api/og?${new URLSearchParams(card)}` }
}
