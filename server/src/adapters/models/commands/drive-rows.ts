import { sizeInWords } from "#contract/size-in-words.ts"
import { type CommandRow, look } from "./row.ts"
import { cited, counted, listed, listIn, momentIn, numberIn, partIn, textIn } from "./say.ts"
import type { Holes } from "./sentence.ts"

const hasNot = String.raw`(?:has|have|did)\s+not|hasn't|haven't|didn't`

const uploadTail = "[for {files:count} file|files] [for {time:count} {unit:unit}]"

export const driveRows: CommandRow[] = [
  look(
    "list_upload_links",
    {
      example: "Who has not answered my upload links?",
      shapes: [
        `who ${hasNot} answered|answer|used|use [my|our|the|an] upload links|link [yet]`,
        `who ${hasNot} sent|send|uploaded|upload [me|us] [anything|something] [any|the|their] [files] [yet]`,
        "which [of] [my|our|the] upload links have|are not [been] answered|used",
        "show|list [me] [all] [my|our|the] unanswered|unused upload links",
      ],
    },
    { input: () => ({ limit: 100 }), say: unanswered },
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
        `Upload link created: ${textIn(result, "url")} accepts ${counted(numberIn(result, "maxFiles"), "file")} into ${textIn(result, "folderPath")} until ${momentIn(result, "expiresAt")}.`,
    },
  ),
  look(
    "search_drive_files",
    {
      example: "List my files",
      shapes: ["list|show [me] [all] [my|our|the] [drive] files", "which|what files do i|we have"],
    },
    {
      say: (result) =>
        listed(listIn(result, "files"), {
          none: "No files yet.",
          some: "Recently updated:",
          line: fileLine,
        }),
    },
  ),
]

function unanswered(result: unknown): string {
  const links = listIn(result, "items")
  const waiting = links.filter((one) => numberIn(one, "filesTaken") === 0)
  const of = `${waiting.length} of ${counted(links.length, "upload link")}`
  if (links.length === 0) return "No upload links yet."
  const none = `Files were received through ${links.length === 1 ? "the one upload link" : `all ${links.length} upload links`}.`
  return listed(waiting, { none, some: `No files received yet through ${of}:`, line: uploadLine })
}

function uploadLine(one: unknown): string {
  const maker = textIn(one, "maker")
  // An upload link that has ended has no address.
  const state = partIn(one, "url") ? `open until ${momentIn(one, "expiresAt")}` : "ended"
  const link = cited("upload-link", one, `into ${textIn(one, "folderPath")}`)
  return `${link}${maker && `, by ${maker}`}, made ${momentIn(one, "createdAt")}, ${state}`
}

const minutes: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1_440, week: 10_080 }

function uploadInput({ path, files, time, unit = "" }: Holes): object {
  const expires = Math.min(Number(time ?? 0) * (minutes[unit.toLowerCase().replace(/s$/, "")] ?? 0), 10_080)
  return {
    ...(path && { folderPath: path }),
    ...(files && { maxFiles: Number(files) }),
    ...(expires > 0 && { expiresInMinutes: expires }),
  }
}

function fileLine(one: unknown): string {
  const size = sizeInWords(numberIn(one, "sizeBytes"))
  return `${cited("file", one, textIn(one, "name"))} in ${textIn(one, "folderPath") || "/"}, ${size}`
}
