import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import {
  editFile,
  editFolder,
  entryIds,
  lookUpFiles,
  makeFolders,
  moveFiles,
  namesFolder,
  restoreFiles,
  trashFiles,
} from "#domains/drive/index.ts"
import { aboutFiles, citedEntry as cited, entryPath, folderPathOf } from "./about-file.ts"
import { readingTool, writingTool } from "./tool.ts"
import { countedThings } from "./words.ts"

type Entries = z.output<typeof lookUpFiles.output>

/** Reads the entries of a call before and after it, to compare them. */
const lookAt = { tool: "look_at_files", of: ({ ids }: { ids: readonly string[] }) => ({ ids }) }

const { name } = editFile.input.shape

const rename = workspaceAction("member", "console", {
  changes: ["drive"],
  input: z.strictObject({ id: editFile.input.shape.id, name: name.unwrap() }),
  output: z.object({ id: z.string(), name: z.string() }),
  run: (cx, input) => (namesFolder(input.id) ? editFolder : editFile).run(cx, input),
})

const moveTogether = workspaceAction("member", "console", {
  changes: ["drive"],
  input: z.strictObject({ ids: entryIds, folderId: editFile.input.shape.folderId.unwrap() }),
  output: moveFiles.output,
  run: (cx, { ids, folderId }) => moveFiles.run(cx, { moves: ids.map((id) => ({ id, folderId })) }),
})

/** Tools that undo a change of files. No model gets them. */
export const fileHelpers = [
  readingTool("look_at_files", "View files", {
    description: "",
    action: lookUpFiles,
    words: "outsiders",
    summary: () => "Viewed files",
  }),
  writingTool("move_files_back", "Move files back", {
    description: "",
    action: moveFiles,
    summary: () => "Moved files back",
  }),
]

/** Tools that change files and folders. */
export const fileWritingTools = [
  writingTool("create_folder", "Create a folder", {
    isSmall: true,
    description: "Creates the missing folders of a path: `names`, one in the other.",
    action: makeFolders,
    about: async (look, { parentId }) => [{ label: "In", value: await folderPathOf(look, parentId) }],
    seen: (folder) => [cited(folder)],
    summary: ({ name }) => `Created the folder ${name}`,
    facts: (folder) => [{ label: "Folder", value: folder.name, path: entryPath(folder.id) }],
    undo: {
      look: { tool: "list_folder", of: (_, made) => (made?.madeId ? { folderId: made.madeId } : undefined) },
      fields: ["folders", "files"],
      step: (_, { madeId }) => (madeId === null ? undefined : { tool: "trash_files", arguments: { ids: [madeId] } }),
    },
  }),
  writingTool("rename_file", "Rename a file or folder", {
    isSmall: true,
    description: "Gives a file or folder another name.",
    action: rename,
    words: "outsiders",
    seen: (one) => [cited(one)],
    about: (look, { id }) => aboutFiles(look, [id]),
    summary: ({ name }) => `Renamed to ${name}`,
    facts: (one) => [{ label: "New name", value: one.name, path: entryPath(one.id) }],
    undo: {
      look: { tool: "look_at_files", of: ({ id }) => ({ ids: [id] }) },
      fields: ["items"],
      step: ({ id }, _, before) => {
        const [was] = (before as Entries | undefined)?.items ?? []
        return was && { tool: "rename_file", arguments: { id, name: was.name } }
      },
    },
  }),
  writingTool("move_files", "Move files", {
    description: "Moves files and folders into a folder, all or none.",
    action: moveTogether,
    about: async (look, { ids, folderId }) => [
      ...(await aboutFiles(look, ids)),
      { label: "To", value: await folderPathOf(look, folderId) },
    ],
    summary: ({ moved }) => `Moved ${countedThings(moved, "file")}`,
    facts: ({ moved }) => [{ label: "Moved", value: countedThings(moved, "file") }],
    undo: {
      look: lookAt,
      fields: ["items"],
      step: (_, __, before) => {
        const moves = (before as Entries | undefined)?.items.map(({ id, folderId }) => ({ id, folderId }))
        return moves && { tool: "move_files_back", arguments: { moves } }
      },
    },
  }),
  writingTool("trash_files", "Move files to the trash", {
    description: "Moves files and folders to the trash for 30 days, all or none.",
    action: trashFiles,
    about: (look, { ids }) => aboutFiles(look, ids),
    summary: ({ ids }) => `Moved ${countedThings(ids.length, "file")} to the trash`,
    undo: { look: lookAt, fields: ["items"], step: ({ ids }) => ({ tool: "restore_files", arguments: { ids } }) },
  }),
  writingTool("restore_files", "Restore files", {
    isSmall: true,
    description: "Takes files and folders out of the trash.",
    action: restoreFiles,
    about: (look, { ids }) => aboutFiles(look, ids),
    words: "outsiders",
    seen: ({ items }) => items.map(cited),
    summary: ({ items }) => `Restored ${countedThings(items.length, "file")}`,
    facts: ({ items }) =>
      items.slice(0, 10).map((one) => ({ label: "File", value: one.name, path: entryPath(one.id) })),
    undo: { look: lookAt, fields: ["items"], step: ({ ids }) => ({ tool: "trash_files", arguments: { ids } }) },
  }),
]
