import type { Readable } from "node:stream"
import type { Page } from "playwright-core"

/**
 * The part of Playwright's `Page` that every engine's driver offers. Playwright's own pages have it too, so a function
 * that wants no more than this works in Chromium, Firefox and WebKit.
 */
export interface AnyPage extends Finder {
  /** The address at the end of the last action or wait. */
  url(): string
  goto(address: string): Promise<unknown>
  reload(): Promise<unknown>
  goBack(): Promise<unknown>
  waitForURL(address: RegExp | ((address: URL) => boolean)): Promise<void>
  /** Evaluates an expression in the page, awaits it, and returns its value as JSON would carry it. */
  evaluate<Value>(expression: string): Promise<Value>
  waitForEvent(event: "download"): Promise<Download>
  /** What its person's pages share: cookies, storage and downloads. */
  context(): { newPage(): Promise<AnyPage> }
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> }
}

/** The part of Playwright's `Locator` that every engine's driver offers. Actions wait until the element can be used. */
export interface AnyLocator extends Finder {
  page(): AnyPage
  and(other: AnyLocator): AnyLocator
  waitFor(options?: { state?: "attached" | "detached" | "visible" | "hidden"; timeout?: number }): Promise<void>
  count(): Promise<number>
  textContent(): Promise<string | null>
  click(options?: { timeout?: number }): Promise<void>
  fill(text: string): Promise<void>
  press(key: string): Promise<void>
  setInputFiles(files: readonly string[]): Promise<void>
}

/** Finds elements in a page or below an element. */
export interface Finder {
  locator(selector: string): AnyLocator
  getByRole(...by: Parameters<Page["getByRole"]>): AnyLocator
  getByLabel(text: string | RegExp, options?: { exact?: boolean }): AnyLocator
  getByText(text: string | RegExp, options?: { exact?: boolean }): AnyLocator
}

export interface Download {
  createReadStream(): Promise<Readable>
  suggestedFilename(): string
}
