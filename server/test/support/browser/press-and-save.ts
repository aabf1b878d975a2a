import { buffer } from "node:stream/consumers"
import type { Locator, Page } from "playwright-core"

export interface Saved {
  bytes: Buffer
  savedAs: string
}

/** Presses a button or link that saves a file. Returns the file and the name that it is saved under. */
export async function pressAndSave(page: Page, press: Locator): Promise<Saved> {
  const [file] = await Promise.all([page.waitForEvent("download"), press.click()])
  return { bytes: await buffer(await file.createReadStream()), savedAs: file.suggestedFilename() }
}
