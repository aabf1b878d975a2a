import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"

export type { Page } from "playwright-core"

/** Where Debian puts Chromium: without a window, which takes a tenth less time, or with one. */
const programs = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"] as const

/** The path of the machine's Chromium. */
export const executablePath = process.env.TEST_CHROMIUM ?? programs.find(existsSync) ?? programs[1]
const flags =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --enable-features=WebMCP"

/** Rendering the pages behind the browser's address bar took two thirds of the time of each context. */
const ownPages = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"]
/** The features that Playwright disables. The browser uses only the last such list. */
const forPlaywright =
  "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
const withoutFeatures = `--disable-features=${[forPlaywright, ...ownPages].join(",")}`

/** Without a locale of UTF-8, Chromium cannot read files whose names have other letters than those of ASCII. */
const env = { ...process.env, LC_ALL: "C.UTF-8" }

const options = { executablePath, env, args: [...flags.split(" "), withoutFeatures] }

/**
 * Opens the machine's Chromium: the one of this run of the tests where there is one, since each start of Chromium takes
 * a second, or else a new one. Two callers share no cookies, storage or cache. Closing it closes the caller's contexts.
 */
export function launchBrowser(): Promise<Browser> {
  const { TEST_BROWSER: endpoint } = process.env
  return endpoint === undefined ? chromium.launch(options) : chromium.connect(endpoint)
}

/** Starts a Chromium that other processes open by its endpoint. Its process decides what signals do. */
export const launchSharedBrowser = () =>
  chromium.launchServer({ ...options, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false })
