import { readFile } from "node:fs/promises"
import type { Locator, Page } from "playwright-core"

export interface Saved {
  bytes: Buffer
  savedAs: string
}

/** Presses an element that saves a file, and returns the file and its name. */
export async function savedBy(page: Page, press: Locator): Promise<Saved> {
  const [file] = await Promise.all([page.waitForEvent("download"), press.click()])
  return { bytes: await readFile(await file.path()), savedAs: file.suggestedFilename() }
}
