import { formatAmount } from "../../../server/src/contract/currencies.ts"
import { registerShows, type Show } from "./shows.ts"

/** The part of an answer that the home page's panel shows. */
interface Found {
  title: string
  text: string
  link: { href: string; words: string }
  pictureUrl?: string
}

/** Performs the operation, and shows its answer to the person unless it was refused. */
function showing<Answer extends object>(toFound: (answer: Answer, input: Record<string, string>) => Found): Show {
  return async (input, { call, signal }) => {
    const answer = (await call()) as Answer
    if ("error" in answer) return answer
    signal?.throwIfAborted()
    fill(toFound(answer, input as Record<string, string>))
    return { ...answer, shown: true }
  }
}

interface OfferAnswer {
  offer: { title: string; sellerName: string; priceCents: number; currency: string }
}

registerShows({
  getOffer: showing<OfferAnswer>(({ offer: { title, sellerName, priceCents, currency } }, { key = "" }) => ({
    title,
    text: `${priceCents === 0 ? "Free" : formatAmount(priceCents, currency)} · ${sellerName}`,
    link: { href: `/pay/${encodeURIComponent(key)}`, words: "Open offer" },
  })),
  checkSlug: showing<{ available: boolean }>(({ available }, { slug = "" }) => ({
    title: slug,
    text: available ? "This workspace URL is available." : "This workspace URL can’t be used.",
    link: { href: "/workspaces/new", words: "Create workspace" },
  })),
  drawPreview: showing<{ url: string }>(({ url }, { title = "" }) => ({
    title,
    text: "Preview card",
    link: { href: url, words: "Open card" },
    pictureUrl: url,
  })),
})

function fill({ title, text, link, pictureUrl }: Found): void {
  const panel = document.querySelector<HTMLElement>("[data-found]")
  const part = <Element extends HTMLElement>(name: string) => panel?.querySelector<Element>(`[data-found-${name}]`)
  const [heading, words, anchor] = [part("title"), part("text"), part<HTMLAnchorElement>("link")]
  const picture = part<HTMLImageElement>("picture")
  if (!panel || !heading || !words || !anchor || !picture) return
  heading.textContent = title
  words.textContent = text
  anchor.textContent = link.words
  anchor.href = link.href
  picture.hidden = pictureUrl === undefined
  if (pictureUrl !== undefined) picture.src = pictureUrl
  panel.hidden = false
  panel.scrollIntoView({ block: "nearest" })
}
