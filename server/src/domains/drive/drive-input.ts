import { z } from "zod"
import { toFileName } from "./file-name.ts"

/** A folder by its path; `/` is the top. */
export const folderPath = z
  .string()
  .max(4_000)
  .default("/")
  .transform((path) => `/${path.split("/").filter(Boolean).join("/")}`)

/** An id of ours; whether it names anything is found out later. */
export const idInput = z.string().regex(/^\w{1,64}$/, "is not an id of ours")

/** A name for a folder. */
export const folderName = z
  .string()
  .max(1_000)
  .refine((name) => !/[/\\]/.test(name), "must not have slashes")
  .transform((name) => toFileName(name))
  .describe("The folder's name, one line of at most 200 characters.")
