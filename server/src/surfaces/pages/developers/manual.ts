import type { Chapter, Manual, ManualLink } from "#contract/pages/developers.ts"
import type { PageContent, Visit } from "../page.ts"
import { previewOf } from "../preview.ts"
import { guideLinks } from "./guides.ts"

export const referencePath = "/developers/reference"
export const toolsPath = "/developers/tools"
export const eventsPath = "/developers/events"

const pages: readonly ManualLink[] = [
  { path: "/developers", title: "Overview", about: "Both interfaces, their addresses and limits." },
  { path: referencePath, title: "API reference", about: "Every operation of the REST API, with samples." },
  { path: toolsPath, title: "Tool reference", about: "Every tool for agents, with schemas and errors." },
  { path: eventsPath, title: "Event reference", about: "Every event of webhooks, with its data and an example." },
  ...guideLinks,
]

export const manualOf = (path: string, chapters: readonly Chapter[] = []): Manual => ({ path, pages, chapters })

/** The head of a page of the manual. Its preview card may have another title. */
export function manualHead(
  { app }: Pick<Visit, "app">,
  path: string,
  { title, description, cardTitle = title }: { title: string; description: string; cardTitle?: string },
): PageContent<object>["head"] {
  return { title, description, preview: previewOf(app.addresses.base, path, { title: cardTitle, description }) }
}
