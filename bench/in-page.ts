import type { Page } from "../server/test/support/chromium.ts"

interface Press {
  /** The words of what is pressed. */
  words: string
  /** JavaScript that tells whether it shows. */
  isDone: string
}

/** Presses what has these words and answers how many milliseconds later there was a frame that shows what came of it. */
export async function pressUntil(page: Page, { words, isDone }: Press): Promise<number> {
  await page.bringToFront() // a page behind another has no frames
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

/** JavaScript that tells whether the list has a row of this title. */
export const isListed = (title: string) =>
  `[...document.querySelectorAll("[role=row] bdi")].some((one) => one.textContent === ${JSON.stringify(title)})`

/** Opens a page without scripts that has the same elements and styles as another one has now; `script` is all it does. */
export async function openPlain(page: Page, script: string): Promise<Page> {
  const html = (await page.content()).replaceAll(/<script.*?<\/script>|<link rel="modulepreload"[^>]*>/gs, "")
  const plain = await page.context().newPage()
  await plain.setContent(html.replace("<head>", `<head><base href="${page.url()}">`))
  await plain.evaluate(script)
  return plain
}
