import { z } from "zod"
import { personAction } from "#access/action.ts"
import { byLastChange, listOf } from "#kernel/cursor.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { happeningPath, sentenceOf } from "../happenings.ts"
import { type ListedLine, listLines } from "./line-store.ts"

const pages = listOf("notifications", byLastChange)

const notification = z.object({
  id: z.string(),
  kind: z.string(),
  sentence: z.string(),
  path: z.string().describe("The path of its page, below the base URL."),
  workspace: z.object({ slug: z.string(), name: z.string() }),
  count: z.int().describe("The number of events in the line."),
  isRead: z.boolean(),
  at: z.int().describe("When something joined it last, epoch milliseconds."),
})

export const listNotifications = personAction("console", {
  input: z.object(listInput(25)),
  output: listOutput(notification),
  async run(cx, asked) {
    const page = await pages.find(asked, (part) => listLines(cx, part))
    return { ...page, items: page.items.map(toNotification) }
  },
})

function toNotification(line: ListedLine): z.input<typeof notification> {
  const { id, kind, slug, name, count, read_at, updated_at } = line
  return {
    ...{ id, kind, count },
    sentence: sentenceOf(line),
    path: `/${slug}${happeningPath(line)}`,
    workspace: { slug, name },
    isRead: read_at !== null,
    at: updated_at,
  }
}
