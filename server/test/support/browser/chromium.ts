import { type Browser, chromium } from "playwright-core"

export type { Page } from "playwright-core"

/** The path of the machine's Chromium. */
export const executablePath = process.env.TEST_CHROMIUM ?? "/usr/bin/chromium"
const flags =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --enable-features=WebMCP"

/** Rendering the pages behind the browser's address bar took two thirds of the time of each context. */
const ownPages = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"]
/** The features that Playwright disables. The browser uses only the last such list. */
const forPlaywright =
  "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
const withoutFeatures = `--disable-features=${[forPlaywright, ...ownPages].join(",")}`

/** Starts the machine's Chromium. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...flags.split(" "), withoutFeatures] })
}
