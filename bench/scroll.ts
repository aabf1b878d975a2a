import type { Page } from "../server/test/support/browser/chromium.ts"
import type { BenchRow } from "./row.ts"
import type { RunningServer } from "./servers.ts"

const frames = 300
const pixelsAFrame = 300

/** Scrolls the list of ten thousand links, loaded in pages, compared with a plain page of ten thousand rows. */
export async function scrollRows({ url }: RunningServer, page: Page): Promise<BenchRow[]> {
  const plain = await page.context().newPage()
  const rows = Array.from({ length: 10_000 }, (_, n) => `<div>Link ${n} leads to https://example.com/${n}</div>`)
  await plain.setContent(`<style>div { height: 48px }</style>${rows.join("")}`)
  const report: BenchRow[] = []
  for (const [speed, slowdown] of [
    ["at full speed", 1],
    ["at a quarter of it", 4],
  ] as const) {
    await page.goto(`${url}/studio/links`)
    await page.getByRole("row", { name: /Link/ }).first().waitFor()
    const ours = await scroll(page, slowdown)
    const theirs = await scroll(plain, slowdown)
    report.push(
      { name: `browser: frames over 50 ms ${speed}`, value: ours.slow, unit: `of ${frames}` },
      { name: `browser: the same in a plain page`, value: theirs.slow, unit: `of ${frames}` },
      { name: `browser: a frame of the list ${speed}`, value: ours.medianMs, unit: "ms" },
      { name: `browser: beside one of a plain page`, value: ours.medianMs / theirs.medianMs, unit: "×" },
    )
  }
  await plain.close()
  return report
}

/** Scrolls a page from its top, frame by frame, on a processor that is slowed down by this factor. */
async function scroll(page: Page, slowdown: number): Promise<{ slow: number; medianMs: number }> {
  await page.bringToFront() // a page in the background has no frames
  const session = await page.context().newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown })
  const times = await page.evaluate<number[]>(`(async () => {
    scrollTo(0, 0)
    const times = []
    let last = await new Promise(requestAnimationFrame)
    for (let frame = 0; frame < ${frames}; frame += 1) {
      scrollBy(0, ${pixelsAFrame})
      const now = await new Promise(requestAnimationFrame)
      times.push(now - last)
      last = now
    }
    return times.sort((a, b) => a - b)
  })()`)
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 })
  await session.detach()
  return { slow: times.filter((ms) => ms > 50).length, medianMs: times[frames / 2] ?? 0 }
}
