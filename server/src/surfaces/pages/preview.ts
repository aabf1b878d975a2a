import type { Head } from "./document.ts"

export function previewOf(
  base: string,
  path: string,
  card: { title: string; description: string },
): NonNullable<Head["preview"]> {
  return { url: base + path, cardUrl: `${base}/api/og?${new URLSearchParams(card)}` }
}
