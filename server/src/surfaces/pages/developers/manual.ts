import type { Chapter, Manual, ManualLink } from "#contract/pages/developers.ts"
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
