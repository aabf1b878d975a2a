import type { GuideData } from "#contract/pages/developers.ts"
import type { Page, PageContent, Visit } from "../page.ts"
import type { DrawnGuide } from "./draw-guide.ts"
import { guideText } from "./guide-text.ts"
import { type Guide, guidePath, guides } from "./guides.ts"
import { manualHead, manualOf } from "./manual.ts"
import { oncePerApp } from "./once-per-app.ts"

const typeOfMarkdown = "text/markdown"

/** A page for each guide, with the same text as Markdown for clients that prefer it. */
export const guidePages: readonly Page[] = guides.map((guide) => {
  const path = guidePath(guide)
  const drawn = oncePerApp(async ({ settings }) =>
    (await import("./draw-guide.ts")).drawGuide(guideText(guide.name, settings)),
  )
  return {
    id: "guide",
    path,
    isPrivate: false,
    load: async (visit) => contentOf(visit, guide, await drawn(visit)),
    alternate: { path: `${path}.md`, type: typeOfMarkdown, write: ({ settings }) => guideText(guide.name, settings) },
  }
})

function contentOf(visit: Visit, guide: Guide, { html, chapters }: DrawnGuide): PageContent<GuideData> {
  const path = guidePath(guide)
  return {
    head: manualHead(visit, path, { title: guide.title, description: guide.about }),
    data: { manual: manualOf(path, chapters), html, markdownPath: `${path}.md` },
  }
}
