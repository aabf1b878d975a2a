import type { Head } from "./document.ts"

interface Card {
  title: string
  description: string
}

export const cardUrl = (base: string, { title, description }: Card): string =>
  `${base}/api/og?${new URLSearchParams({ title, description })}`

export function previewOf(base: string, path: string, card: Card): NonNullable<Head["preview"]> {
  return { url: base + path, cardUrl: cardUrl(base, card) }
}
