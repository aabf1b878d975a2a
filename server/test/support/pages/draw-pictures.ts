/** `npm run pictures`: draws the front page's pictures of the product from the demo, in light and dark. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { doBehind, joinStudio } from "../browser/console.ts"
import { textOf } from "../browser/doc.ts"
import { signInByCode } from "../browser/person.ts"
import { untilReady } from "../browser/ready.ts"
import { studioInBrowser } from "../browser/studio.ts"

const folder = join(import.meta.dirname, "../../../../web/src/pages/home/pictures")
const size = { width: 1_100, height: 720 }

const lines = [
  "## Before the launch",
  "Everything that has to be ready by Friday.",
  "- [ ] Export the palettes",
  "Ask three readers to try them",
  "Write the newsletter",
  "",
  "",
]

const ends: (() => unknown)[] = []
try {
  await draw()
} finally {
  for (const end of ends.reverse()) await end()
}

async function draw(): Promise<void> {
  const studio = await studioInBrowser({ after: (end) => void ends.push(end as () => unknown) })
  const { page: buyer } = await studio.open({ viewport: size })
  await buyer.goto("/pay/demo")
  await buyer.getByLabel("Email").fill("anna@example.com")
  await shoot(buyer, "sell")

  const { page } = await studio.open({ viewport: size })
  await signInByCode(studio, page, "ada@example.com")

  for (const [slug, clicks] of [
    ["palette", 48],
    ["colour-theory", 17],
  ] as const) {
    await Promise.all(
      Array.from({ length: clicks }, () => fetch(`${studio.baseUrl}/s/${slug}`, { redirect: "manual" })),
    )
  }
  await page.goto("/studio")
  await doBehind(page, "create-tagged-link", {
    destination: "https://example.com/spring-sale",
    slug: "spring",
    title: "Spring sale",
    tags: ["newsletter"],
  })
  await page.goto("/studio/links")
  await page.getByRole("row", { name: /48/ }).waitFor()
  await shoot(page, "links")

  await page.goto("/studio/docs")
  await page.getByRole("row", { name: /Launch plan/ }).click()
  await textOf(page).click()
  for (const line of lines) {
    await page.keyboard.type(line)
    await page.keyboard.press("Enter")
  }
  const bo = await joinStudio(studio, page, { email: "bo@example.com", role: "member" })
  await bo.goto(new URL(page.url()).pathname)
  await textOf(bo).click()
  await bo.keyboard.press("Control+End")
  await bo.keyboard.type("I will draw the cover on Monday.")
  await page.getByText("I will draw the cover on Monday.").waitFor()
  await shoot(page, "docs")
}

async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    await untilReady(page)
    const png = (await page.screenshot()).toString("base64")
    const webp = await page.evaluate<string>(`(async () => {
      const bytes = Uint8Array.from(atob("${png}"), (letter) => letter.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes]))
      const canvas = Object.assign(document.createElement("canvas"), ${JSON.stringify(size)})
      canvas.getContext("2d").drawImage(image, 0, 0)
      return canvas.toDataURL("image/webp", 0.82)
    })()`)
    writeFileSync(join(folder, `${name}-${colorScheme}.webp`), Buffer.from(String(webp.split(",")[1]), "base64"))
  }
}
