import type { Ending } from "../databases/test-databases.ts"
import { lackedProperties, scriptFeatures, whoLacks } from "../pages/compat.ts"
import { styleForOldest } from "../pages/styles-of-oldest.ts"
import { browserAt, type StudioInBrowser } from "./studio.ts"

/** Chromium without every function, object and style that one of the oldest browsers lacks. */
export async function oldestAt(t: Ending, baseUrl: string): Promise<StudioInBrowser["open"]> {
  const open = await browserAt(t, baseUrl)
  return async (options) => {
    const opened = await open(options)
    await opened.context.addInitScript(
      `(${withoutNewer})(...${JSON.stringify([featuresLacked(), lackedProperties()])})`,
    )
    await opened.context.route("**/*.css", async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: styleForOldest(await response.text()) })
    })
    return opened
  }
}

/** Runs in a page: removes each feature, such as `Map.groupBy`, from its class or from its instances. */
const withoutNewer = `(features, properties) => {
  const supports = CSS.supports.bind(CSS)
  CSS.supports = (...asked) => !properties.includes(asked[0]) && supports(...asked)
  for (const [name, isStatic] of features) {
    const path = name.split(".")
    const last = path.pop()
    const owner = path.reduce((object, part) => object?.[part], globalThis)
    if (owner === undefined || owner === null) continue
    const instances = [owner.prototype ?? owner, owner === globalThis.Window && globalThis]
    for (const object of isStatic ? [owner] : instances) if (object) delete object[last]
  }
}`

/** The globals first: what a removed object has is gone with it. */
function featuresLacked(): [name: string, isStatic: boolean][] {
  const { globals, members } = scriptFeatures()
  const all = [...globals.values(), ...[...members.values()].flat()]
  return all
    .filter(({ compat }) => whoLacks(compat) !== undefined)
    .map(({ name, isStatic = false }) => [name, isStatic])
}
