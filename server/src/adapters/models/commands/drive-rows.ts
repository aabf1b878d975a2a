import { type Finder, look, type Row, type Thing, withOne } from "./row.ts"
import { cited, listed, listIn, numberIn, textIn } from "./say.ts"

const files = (result: unknown): Thing[] =>
  listIn(result, "files").map((file) => ({ id: String(file.id), names: [String(file.name)], all: file }))

const file: Finder = { tool: "search_drive_files", input: (query) => ({ query }), found: files, noun: "file" }

const kilobytes = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`

const fileName = (one: unknown) => cited("file", one, textIn(one, "name"))

const line = (one: unknown) =>
  `${fileName(one)} in ${textIn(one, "folder_path") || textIn(one, "folderPath") || "/"}, ${kilobytes(numberIn(one, "size_bytes") || numberIn(one, "sizeBytes"))}`

const found = (result: unknown) =>
  listed(listIn(result, "files"), { none: "No file is called so.", some: "Those changed last first:", line })

export const driveRows: Row[] = [
  look(
    "search_drive_files",
    {
      example: "List my files",
      shapes: [
        "list|show [me] [all] [my|our|the] [drive] files",
        "which|what files do i|we have",
        "which files were changed last",
      ],
    },
    { say: found },
  ),
  look(
    "search_drive_files",
    {
      example: "Find files called .pdf",
      shapes: [
        "find|search|show|list [me] [all] [my|our|the|for] [drive] file|files called|named {text}",
        "search [my|our|the] drive for {text}",
      ],
    },
    { input: ({ text }) => ({ query: text }), say: found },
  ),
  look(
    "search_drive_files",
    {
      example: "List the files in /Sketches",
      shapes: [
        "list|show [me] [all] [my|our|the] [drive] files in|below {path:path}",
        "what is|lies in|below {path:path}",
      ],
    },
    { input: ({ path }) => ({ folder_path: path }), say: found },
  ),
  look(
    "list_folder",
    {
      example: "What is in my drive?",
      shapes: ["what is|lies in|at [the] [top] [of] [my|our|the] drive", "show|list [me] [all] [my|our|the] folders"],
    },
    {
      say: (result) => {
        const folders = listIn(result, "folders").map((one) => `folder ${cited("folder", one, textIn(one, "name"))}`)
        return listed([...folders, ...listIn(result, "files").map(fileName)], {
          none: "The drive is empty.",
          some: "At the top of the drive:",
          line: (text) => text,
        })
      },
    },
  ),
  withOne(
    file,
    {
      tool: "rename_file",
      example: "Rename the file sketch.png to cover.png",
      shapes: ["rename [the|my|our] file {thing} to {name}"],
    },
    {
      input: ({ id }, { name }) => ({ id, name }),
      say: (result) => `The file is called ${fileName(result)} now.`,
    },
  ),
  withOne(
    file,
    {
      tool: "trash_file",
      example: "Delete the file sketch.png",
      shapes: ["delete|remove|trash [the|my|our] file {thing}", "throw away [the|my|our] file {thing}"],
    },
    { input: ({ id }) => ({ id }), say: () => "The file is in the trash, and can be restored for 30 days." },
  ),
  look(
    "list_drive_trash",
    {
      example: "Show the files in the trash",
      shapes: [
        "list|show|find [me] [all] [my|our|the] [trashed|deleted] files in [the] trash",
        "list|show [me] [all] [my|our|the] trashed|deleted files",
      ],
    },
    {
      input: () => ({ limit: 100 }),
      say: (result) =>
        listed(listIn(result, "files"), {
          none: "There are no files in the trash.",
          some: "In the trash, what went there last first:",
          line: (one) => `${textIn(one, "name")} (${textIn(one, "id")})`,
        }),
    },
  ),
  look(
    "restore_file",
    { example: "Restore the file file_3kTMd0cQxVb2rWn8LzYp5H", shapes: ["restore|undelete [the|my|our] file {id:id}"] },
    { input: ({ id }) => ({ id }), say: (result) => `The file ${fileName(result)} is back.` },
  ),
]
