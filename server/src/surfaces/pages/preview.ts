import type { Head } from "./document.ts"

/** The addresses that link previews of the page at `path` need: its own, and that of its preview card. */
export function previewOf(
  base: string,
  path: string,
  card: { title: string; description: string },
): NonNullable<Head["preview"]> {
  return { url: base + path, cardUrl: `${base}/api/og?${new URLSearchParams(card)}` }
}
