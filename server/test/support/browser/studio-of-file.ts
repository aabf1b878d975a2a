import { after, type TestContext } from "node:test"
import type { BrowserContext, Page } from "playwright-core"
import type { Ending } from "../databases/test-databases.ts"
import { signInByCode } from "./person.ts"
import { type StudioInBrowser, studioInBrowser } from "./studio.ts"

export interface StudioOfFile extends StudioInBrowser {
  /** A browser with the demo's owner signed in, on a blank page; closed after the test. */
  openAsOwner(t: TestContext, options?: Parameters<StudioInBrowser["open"]>[0]): Promise<Page>
}

/**
 * One service with its demo and one browser for all tests of a file. They start with the first test that needs them,
 * and end with the file. A test finds the data that earlier tests left.
 */
export function studioOfFile(settings: Record<string, string> = {}): () => Promise<StudioOfFile> {
  const ends: (() => unknown)[] = []
  after(async () => {
    const faults: unknown[] = []
    // An end that fails must not keep the service of the file running, which would keep the process.
    for (const end of ends) await Promise.try(end).catch((fault: unknown) => faults.push(fault))
    if (faults.length > 0) throw faults[0]
  })
  let opened: Promise<StudioOfFile> | undefined
  return () => {
    opened ??= begin({ after: (end) => void ends.push(end as () => unknown) }, settings)
    return opened
  }
}

async function begin(file: Ending, settings: Record<string, string>): Promise<StudioOfFile> {
  const studio = await studioInBrowser(file, settings)
  const { page, context } = await studio.open()
  await signInByCode(studio, page, "ada@example.com")
  const storageState: Awaited<ReturnType<BrowserContext["storageState"]>> = await context.storageState()
  await context.close()
  return {
    ...studio,
    async openAsOwner(t, options = {}) {
      const { page, context } = await studio.open({ storageState, ...options })
      t.after(() => context.close())
      return page
    },
  }
}
