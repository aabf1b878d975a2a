/**
 * Runs once before and once after all test files of `npm test`, in the process that starts them: they inherit its
 * environment. It prepares what each file would otherwise prepare for itself.
 */
import { existsSync, rmSync } from "node:fs"
import { bundleIfChanged } from "../../bundle-if-changed.ts"
import { executablePath, launchSharedBrowser } from "./browser/chromium.ts"
import { schemaOf } from "./databases/spare-databases.ts"
import {
  compileCache,
  makePostgresTemplate,
  makeSqliteTemplate,
  postgresAnswers,
  removeOldRuns,
  removeRun,
  spareFolder,
  testRun,
} from "./databases/test-run.ts"

let browser: Awaited<ReturnType<typeof launchSharedBrowser>> | undefined

/** Makes the databases that tests copy, and shares one compile cache and one browser among all processes. */
export async function globalSetup(): Promise<void> {
  await removeOldRuns(Date.now())
  process.env.TEST_RUN = testRun
  process.env.TEST_SQLITE_TEMPLATE = await makeSqliteTemplate()
  if (await postgresAnswers()) await shareTemplate()
  await bundleIfChanged()
  process.env.TEST_SERVER_IS_BUILT = "1"
  process.env.NODE_COMPILE_CACHE ??= compileCache
  if (existsSync(executablePath)) {
    browser = await launchSharedBrowser()
    process.env.TEST_BROWSER = browser.wsEndpoint()
  }
}

/** Makes the PostgreSQL database that tests copy from now on, with the letters of TEST_POSTGRES_LETTERS. */
export async function shareTemplate(): Promise<void> {
  rmSync(spareFolder, { recursive: true, force: true })
  const template = await makePostgresTemplate()
  process.env.TEST_POSTGRES_TEMPLATE = template
  process.env.TEST_POSTGRES_SCHEMA = await schemaOf(template)
}

/** Removes all databases and folders of the run, also those of a killed test file. */
export async function globalTeardown(): Promise<void> {
  await browser?.close()
  await removeRun(testRun)
}
