import type { Page } from "../server/test/support/browser/chromium.ts"
import type { BenchRow } from "./row.ts"
import type { RunningServer } from "./servers.ts"
import { giveDemo } from "./visitor.ts"

const observe = `window.shift = 0
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) window.shift += value
}).observe({ type: "layout-shift", buffered: true })`

/** The cumulative layout shift of each page while it loads, on a phone and on a desktop: the worse one. */
export async function shiftRows(service: RunningServer, shown: Page): Promise<BenchRow[]> {
  const pages = [
    ["home", "/"],
    ["pay", "/pay/demo"],
    ["sign-in", "/sign-in?another"],
    ["delivery", await giveDemo(service)],
    ["console", "/studio"],
  ] as const
  const rows: BenchRow[] = []
  for (const [name, path] of pages) {
    const shifts = []
    for (const width of [390, 1440]) {
      const page = await shown.context().newPage()
      await page.addInitScript(observe)
      await page.setViewportSize({ width, height: 880 })
      await page.goto(`${service.url}${path}`, { waitUntil: "networkidle" })
      shifts.push(await page.evaluate<number>("document.fonts.ready.then(() => window.shift)"))
      await page.close()
    }
    rows.push({ name: `browser: layout shift, ${name}`, value: Math.max(...shifts), unit: "", atMost: 0.01 })
  }
  return rows
}
