import { type Browser, chromium } from "playwright-core"

export type { Page } from "playwright-core"

/** Where the machine's Chromium is. */
export const executablePath = process.env.TEST_CHROMIUM ?? "/usr/bin/chromium"
const flags =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --enable-features=WebMCP"

/** Starts the machine's Chromium. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath, args: flags.split(" ") })
}
