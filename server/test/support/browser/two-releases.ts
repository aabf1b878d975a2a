import { once } from "node:events"
import { join } from "node:path"
import type { TestContext } from "node:test"
import { temporaryFolder } from "../databases/test-databases.ts"
import { freePort } from "../http/free-port.ts"
import { installOtherRelease } from "../processes/other-release.ts"
import { serverProgram, startServer } from "../processes/server-process.ts"
import { browserAt, type StudioInBrowser, waitForMail } from "./studio.ts"

interface TwoReleases extends Omit<StudioInBrowser, "open"> {
  /** Replaces the service by another release. */
  upgrade(): Promise<void>
}

/** A service of the present release in a process of its own, and a browser. */
export async function twoReleases(
  t: TestContext,
  settings: Record<string, string>,
): Promise<TwoReleases & Pick<StudioInBrowser, "open">> {
  const releases = await serveTwoReleases(t, settings)
  return { ...releases, open: await browserAt(t, releases.baseUrl) }
}

/** The same without a browser. */
export async function serveTwoReleases(t: TestContext, settings: Record<string, string>): Promise<TwoReleases> {
  const other = await installOtherRelease(temporaryFolder(t))
  const [port, folder] = [await freePort(), temporaryFolder(t)]
  const baseUrl = `http://localhost:${port}`
  const environment = { ...settings, SVC_PORT: String(port), SVC_BASE_URL: baseUrl, SVC_DATA_DIR: folder }
  let running = await startServer(t, environment)
  const startAgain = async (program: string) => {
    running.process.kill("SIGTERM")
    if (running.process.exitCode === null) await once(running.process, "exit")
    running = await startServer(t, environment, [process.execPath, program])
  }
  return {
    baseUrl,
    mailTo: (address, text = /./) => waitForMail(join(folder, "outbox"), address, text),
    proxy: undefined,
    restart: () => startAgain(serverProgram),
    upgrade: () => startAgain(other),
  }
}
