import { look, type Row } from "./row.ts"
import { cited, counted, listed, listIn, momentIn, numberIn, partIn, textIn } from "./say.ts"
import type { Holes } from "./shape.ts"

const uploadLine = (one: unknown) => {
  const maker = textIn(one, "maker")
  const until = momentIn(one, "expiresAt")
  const state = isOpen(one) ? `open until ${until}` : "ended"
  const link = cited("upload-link", one, `into ${textIn(one, "folderPath")}`)
  return `${link}${maker && `, by ${maker}`}, made ${momentIn(one, "createdAt")}, ${state}`
}

/** An upload link that has ended has no address. */
const isOpen = (one: unknown) => Boolean(partIn(one, "url"))

const takenLine = (one: unknown) =>
  `${uploadLine(one)}; ${numberIn(one, "filesTaken")} of ${counted(numberIn(one, "maxFiles"), "file")} came`

function unanswered(result: unknown): string {
  const links = listIn(result, "items")
  const waiting = links.filter((one) => numberIn(one, "filesTaken") === 0)
  const of = `${waiting.length} of ${counted(links.length, "upload link")}`
  if (links.length === 0) return "There are no upload links."
  const none = `Files came in through ${links.length === 1 ? "the one upload link" : `all ${links.length} upload links`}.`
  return listed(waiting, { none, some: `Nothing came in yet through ${of}:`, line: uploadLine })
}

const minutes: Record<string, number> = {
  minute: 1,
  minutes: 1,
  hour: 60,
  hours: 60,
  day: 1_440,
  days: 1_440,
  week: 10_080,
}

function uploadInput({ path, files, time, unit = "" }: Holes): object {
  const expires = Math.min(Number(time ?? 0) * (minutes[unit] ?? 0), 10_080)
  return {
    ...(path && { folder_path: path }),
    ...(files && { max_files: Number(files) }),
    ...(expires > 0 && { expires_in_minutes: expires }),
  }
}

const uploadTail = "[for {files:count} file|files] [for {time:count} {unit:unit}]"

export const handoutRows: Row[] = [
  look(
    "list_upload_links",
    {
      example: "Who has not answered my upload links?",
      shapes: [
        "who has|have|did not answered|answer|used|use [my|our|the|an] upload links|link [yet]",
        "who hasn't|haven't|didn't answered|answer|used|use [my|our|the|an] upload links|link [yet]",
        "who has|have|did not sent|send|uploaded|upload [me|us] [anything|something] [any|the|their] [files] [yet]",
        "who hasn't|haven't|didn't sent|send|uploaded|upload [me|us] [anything|something] [any|the|their] [files] [yet]",
        "which [of] [my|our|the] upload links have|are|were not|still [been] answered|used|open|unanswered|unused",
        "which [of] [my|our|the] upload links haven't|aren't|weren't [been] answered|used",
        "show|list [me] [all] [my|our|the] unanswered|unused upload links",
      ],
    },
    { input: () => ({ limit: 100 }), say: unanswered },
  ),
  look(
    "list_upload_links",
    {
      example: "List my upload links",
      shapes: ["list|show [me] [all] [my|our|the] upload links", "which|what upload links do i|we have"],
    },
    {
      input: () => ({ limit: 100 }),
      say: (result) =>
        listed(listIn(result, "items"), {
          none: "There are no upload links.",
          some: "The newest first:",
          line: takenLine,
        }),
    },
  ),
  look(
    "create_upload_link",
    {
      example: "Create an upload link into /Sketches for 5 files for 2 days",
      shapes: [
        `create|make|add [me] [an|another] [new] upload link ${uploadTail}`,
        `create|make|add [me] [an|another] [new] upload link into|to|for {path:path} ${uploadTail}`,
      ],
    },
    {
      input: uploadInput,
      say: (result) =>
        `The upload link is ready: ${textIn(result, "url")} takes ${counted(numberIn(result, "max_files"), "file")} into ${textIn(result, "folder_path")} until ${momentIn(result, "expires_at")}.`,
    },
  ),
  look(
    "list_share_links",
    {
      example: "List my share links",
      shapes: [
        "list|show [me] [all] [my|our|the] share links",
        "which|what share links do i|we have",
        "what is shared",
      ],
    },
    {
      input: () => ({ limit: 100 }),
      say: (result) =>
        listed(listIn(result, "items"), {
          none: "Nothing is shared by a link.",
          some: "The newest first:",
          line: (one) =>
            `${textIn(one, "name")}: ${textIn(one, "state")}, ${counted(numberIn(one, "downloads"), "download")}`,
        }),
    },
  ),
]
