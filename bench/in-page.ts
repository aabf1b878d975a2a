import type { Page } from "../server/test/support/browser/chromium.ts"

interface Press {
  /** The text of the pressed element. */
  words: string
  /** JavaScript that returns whether the result is visible. */
  isDone: string
}

/** Presses the element with this text. Returns the milliseconds until a frame shows the result. */
export async function pressUntil(page: Page, { words, isDone }: Press): Promise<number> {
  await page.bringToFront() // a page in the background has no frames
  return page.evaluate<number>(`(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame)
    const pressed = [...document.querySelectorAll("button, nav a")].find((one) => one.textContent === ${JSON.stringify(words)})
    await nextFrame()
    const begun = performance.now()
    pressed.click()
    do await nextFrame()
    while (!(${isDone}))
    return performance.now() - begun
  })()`)
}

/** JavaScript that returns whether the list has a row with this title. */
export const isListed = (title: string) =>
  `[...document.querySelectorAll("[role=row] bdi")].some((one) => one.textContent === ${JSON.stringify(title)})`

/** Opens a page with another page's present elements and styles, but without its scripts; it runs only `script`. */
export async function openPlain(page: Page, script: string): Promise<Page> {
  const html = (await page.content()).replaceAll(/<script.*?<\/script>|<link rel="modulepreload"[^>]*>/gs, "")
  const plain = await page.context().newPage()
  await plain.setContent(html.replace("<head>", `<head><base href="${page.url()}">`))
  await plain.evaluate(script)
  return plain
}
