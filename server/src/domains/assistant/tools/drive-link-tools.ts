import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Cited } from "#contract/shown.ts"
import {
  createShareLink,
  createUploadLink,
  listShareLinks,
  listUploadLinks,
  lookUpUploadLink,
  namesFolder,
  revokeShareLink,
  revokeUploadLink,
} from "#domains/drive/index.ts"
import { idInput } from "#kernel/id-input.ts"
import { toIso } from "#kernel/time/iso.ts"
import { aboutFiles, shownFolder } from "./about-file.ts"
import { readingTool, writingTool } from "./tool.ts"
import { countedThings } from "./words.ts"

const uploadLink = ({ id, folderPath }: { id: string; folderPath: string }): Cited => ({
  kind: "upload-link",
  id,
  title: `Upload link to ${folderPath}`,
  path: "/drive/upload-links",
})

const { expiresInDays, maxDownloads } = createShareLink.input.shape

const share = workspaceAction("member", "console", {
  changes: ["share-links"],
  input: z.strictObject({ id: idInput.describe("A file or folder."), expiresInDays, maxDownloads }),
  output: createShareLink.output,
  run: (cx, { id, ...limits }) => {
    const target = namesFolder(id) ? { fileId: null, folderId: id } : { fileId: id, folderId: null }
    return createShareLink.run(cx, { ...target, ...limits })
  },
})

/** Tools for links with which strangers send or get files. */
export const driveLinkTools = [
  writingTool("create_upload_link", "Create an upload link", {
    description:
      "Creates a link with which anyone can upload files to the drive. By default it accepts one file of up to 100 MiB within 15 minutes. You get a placeholder for its address; the person sees the real one.",
    action: createUploadLink,
    about: async (_look, { folderPath }) => [{ label: "Folder", value: shownFolder(folderPath) }],
    asksBecause: "Anyone with the link can upload files to your drive.",
    seen: ({ id, folderPath }) => [uploadLink({ id, folderPath: folderPath })],
    summary: ({ folderPath }) => `Created an upload link to ${folderPath}`,
    facts: ({ folderPath, expiresAt, maxFiles, recipient }) => [
      ...(recipient === null ? [] : [{ label: "For", value: recipient }]),
      { label: "Folder", value: folderPath, path: "/drive/upload-links" },
      { label: "Files", value: countedThings(maxFiles, "file") },
      { label: "Expires", value: expiresAt },
    ],
    undo: {
      look: { tool: "get_file", of: () => undefined },
      fields: [],
      step: (_, { id }) => ({ tool: "revoke_upload_link", arguments: { id } }),
    },
  }),
  writingTool("revoke_upload_link", "End an upload link", {
    description: "Ends an upload link for good; what came in stays.",
    action: revokeUploadLink,
    about: async (look, { id }) => {
      const link = await look(lookUpUploadLink, { id })
      if (!link) return []
      const { folderPath, filesTaken, expiresAt } = link
      return [
        { label: "Folder", value: shownFolder(folderPath) },
        { label: "Files received", value: String(filesTaken) },
        { label: "Expires", value: toIso(expiresAt) },
      ]
    },
    summary: () => "Ended an upload link",
  }),
  readingTool("list_upload_links", "List upload links", {
    description:
      "Lists the workspace's upload links, newest first, with how many files came in through each (`filesTaken`).",
    action: listUploadLinks,
    words: "outsiders",
    seen: ({ items }) => items.map(uploadLink),
    summary: ({ items, nextCursor }) =>
      `Viewed ${countedThings(items.length, "upload link", nextCursor !== undefined)}`,
  }),
  writingTool("create_share_link", "Create a share link", {
    description:
      "Creates a link with which anyone can download a file or folder. You get a placeholder for its address.",
    action: share,
    about: (look, { id }) => aboutFiles(look, [id]),
    asksBecause: "Anyone with the link can download it.",
    summary: () => "Created a share link",
    facts: () => [{ label: "Found under", value: "Share links", path: "/drive/share-links" }],
    undo: { fields: [], step: (_, { id }) => ({ tool: "revoke_share_link", arguments: { id } }) },
  }),
  writingTool("revoke_share_link", "End a share link", {
    description: "Ends a share link for good.",
    action: revokeShareLink,
    about: async (look, { id }) => {
      const [link] = (await look(listShareLinks, { of: id }))?.items ?? []
      if (!link) return []
      return [
        { label: "Shares", value: link.name },
        { label: "Downloads", value: String(link.downloads) },
      ]
    },
    summary: () => "Ended a share link",
  }),
  readingTool("list_share_links", "List share links", {
    description: "Lists the share links of files and folders, newest first, with their downloads.",
    action: listShareLinks,
    words: "outsiders",
    summary: ({ items, nextCursor }) => `Viewed ${countedThings(items.length, "share link", nextCursor !== undefined)}`,
  }),
]
