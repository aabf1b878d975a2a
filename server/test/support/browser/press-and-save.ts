import { buffer } from "node:stream/consumers"
import type { AnyLocator, AnyPage } from "./any-page.ts"

export interface Saved {
  bytes: Buffer
  savedAs: string
}

/** Presses a button or link that saves a file. Returns the file and the name that it is saved under. */
export async function pressAndSave(page: AnyPage, press: AnyLocator): Promise<Saved> {
  const [file] = await Promise.all([page.waitForEvent("download"), press.click()])
  return { bytes: await buffer(await file.createReadStream()), savedAs: file.suggestedFilename() }
}
