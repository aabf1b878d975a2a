import { z } from "zod"
import { idInput } from "#kernel/id-input.ts"
import { textOfAtMost } from "#kernel/line-input.ts"
import { isNameless, longestFileName, toFileName } from "./file-name.ts"

/** The largest file that is accepted, in bytes: 2 GiB. */
export const maxFileBytes = 2 * 1024 ** 3

/** More characters than the names of the deepest folder's path have. */
export const longestPath = 6_000

/** A folder's path; `/` is the top. */
export const folderPath = z
  .string()
  .max(longestPath)
  .default("/")
  .transform((path) => `/${path.split("/").filter(Boolean).join("/")}`)

export const folderName = textOfAtMost(longestFileName)
  .trim()
  .min(1)
  .refine((name) => !/[/\\]/.test(name), "cannot contain slashes")
  .refine((name) => !isNameless(name), "must contain more than dots")
  .transform(toFileName)
  .describe(`The folder's name, one line of at most ${longestFileName} characters.`)

export const newFileName = folderName.describe(`One line of at most ${longestFileName} characters.`)

export const fileName = textOfAtMost(longestFileName, toFileName)
  .min(1)
  .max(4_096)
  .describe(`The file's name, of at most ${longestFileName} characters; its path, if any, is left out.`)

/** How many files and folders one call changes. */
export const mostEntries = 100

export const entryIds = z
  .array(idInput)
  .min(1)
  .max(mostEntries)
  .transform((ids) => [...new Set(ids)])
  .describe(`Ids of files and folders, at most ${mostEntries}.`)

export const namesFolder = (id: string): boolean => id.startsWith("folder_")
