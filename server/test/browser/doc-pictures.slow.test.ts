import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page, Route } from "playwright-core"
import { until } from "#test/support/basics/until.ts"
import { joinStudio } from "#test/support/browser/console.ts"
import { openNewDoc, type Pasted, paste, pixel, textOf, untilSaved } from "#test/support/browser/doc.ts"
import { signInByCode } from "#test/support/browser/person.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false
const rounds = 8

/** A picture with these words after its last chunk, which identify it. */
const pictureOf = (words: string): Pasted => ({
  name: "image.png",
  type: "image/png",
  base64: Buffer.concat([Buffer.from(pixel, "base64"), Buffer.from(words)]).toString("base64"),
})

/** The words after the last chunk of each picture in the open doc, in order. */
async function picturesIn(page: Page, count: number): Promise<string[]> {
  await until(async () => (await textOf(page).locator("img[src]").count()) === count)
  return page.evaluate(`Promise.all(
    [...document.querySelectorAll("[role=textbox] img[src]")].map(async ({ src }) => {
      const bytes = await (await fetch(src)).arrayBuffer()
      return new TextDecoder().decode(bytes.slice(${Buffer.from(pixel, "base64").length}))
    }),
  )`)
}

const sendsBytes = (route: Route) => route.request().method() === "PATCH"

test("a pasted picture is in the doc, or the page says why not", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page: ada } = await studio.open({ refusals: /ERR_FAILED PATCH|^409 / })
  await signInByCode(studio, ada, "ada@example.com")
  await ada.goto("/studio")
  const bo = await joinStudio(studio, ada, { email: "bo@example.com", role: "member" })
  const said = (words: RegExp | string) => ada.getByRole("region", { name: "Alerts" }).getByText(words)

  await t.test("two people who paste at the same moment each get their own picture", async () => {
    await openNewDoc(ada, "Ada's")
    await openNewDoc(bo, "Bo's")
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all([
        paste(ada, { files: [pictureOf(`ada ${round}`)] }),
        paste(bo, { files: [pictureOf(`bo ${round}`)] }),
      ])
      await Promise.all([ada, bo].map((page) => picturesIn(page, round + 1)))
    }
    for (const [page, name] of [
      [ada, "ada"],
      [bo, "bo"],
    ] as const) {
      const expected = Array.from({ length: rounds }, (_, round) => `${name} ${round}`)
      assert.deepEqual(await picturesIn(page, rounds), expected)
    }
  })

  await t.test("also when the colleague's arrives before the response, and when that is lost", async () => {
    await openNewDoc(ada, "Late")
    await openNewDoc(bo, "Early")
    let lost = 0
    await ada.route(/\/console\/uploads\//, async (route) => {
      if (!sendsBytes(route)) return route.continue()
      const answer = await route.fetch()
      if (lost === 0) {
        await paste(bo, { files: [pictureOf("of bo")] })
        await picturesIn(bo, 1)
        await route.fulfill({ response: answer })
      } else await route.abort()
      lost += 1
    })
    await paste(ada, { files: [pictureOf("answered late")] })
    await picturesIn(ada, 1)
    await paste(ada, { files: [pictureOf("never answered")] })
    assert.deepEqual(await picturesIn(ada, 2), ["answered late", "never answered"])
    assert.equal(lost, 2)
    await ada.unroute(/\/console\/uploads\//)
  })

  await t.test("a picture copied from a page stays a picture, with its text, despite HTML beside it", async () => {
    await openNewDoc(ada, "Copied")
    const html = `<meta charset='utf-8'><a href="https://example.com"><img src="https://example.com/a.png" alt="A harbour"></a>`
    await paste(ada, { files: [pictureOf("harbour")], texts: { "text/html": html } })
    assert.deepEqual(await picturesIn(ada, 1), ["harbour"])
    await textOf(ada).getByRole("img", { name: "A harbour" }).waitFor()
    await paste(ada, { files: [pictureOf("named")], texts: { "text/plain": "image.png" } })
    assert.deepEqual(await picturesIn(ada, 2), ["harbour", "named"])
    await untilSaved(ada)
  })

  await t.test("copied text stays text, and its pictures are counted", async () => {
    await openNewDoc(ada, "Text")
    const spacer = `<img width="1" height="1" src="https://example.com/spacer.gif">`
    const html = `<p>Before</p><img src="https://example.com/a.png"><p>After <img src="data:,"></p>${spacer}`
    await paste(ada, { files: [pictureOf("of the text")], texts: { "text/html": html } })
    await textOf(ada).getByText("After").waitFor()
    await said("2 images weren't pasted").waitFor()
    await said(/Copy each image separately/).waitFor()
    assert.equal(await textOf(ada).locator("img").count(), 0)
  })

  await t.test("a file that the drive refuses is counted and named, and the next ones are inserted", async () => {
    await openNewDoc(ada, "Refused")
    const hint = "Send a smaller file, or ask the workspace to make room."
    let asked = 0
    await ada.route(/\/console\/uploads\?/, (route) => {
      asked += 1
      if (asked !== 2) return route.continue()
      return route.fulfill({
        status: 409,
        json: { error: { code: "conflict", message: "There is no room left.", hint } },
      })
    })
    const files = ["first", "second", "third"].map((words) => ({ ...pictureOf(words), name: `${words}.png` }))
    await paste(ada, { files })
    assert.deepEqual(await picturesIn(ada, 2), ["first", "third"])
    await said("1 of 3 files not added").waitFor()
    await said(`“second.png”: There is no room left. ${hint}`).waitFor()
    await ada.unroute(/\/console\/uploads\?/)
  })

  await t.test("of too many files the rest is counted, and none is inserted twice", async () => {
    await openNewDoc(ada, "Many")
    await paste(ada, {
      files: Array.from({ length: 53 }, (_, at) => ({ ...pictureOf(`${at}`), name: `${at}.txt`, type: "text/plain" })),
    })
    await said("3 of 53 files not added").waitFor()
    await said(/Upload at most 50 files/).waitFor()
    assert.equal(
      await textOf(ada)
        .getByText(/^\d+\.txt$/)
        .count(),
      50,
    )
  })

  await t.test("a doc that was closed meanwhile says where its files are", async () => {
    await openNewDoc(ada, "Left")
    await ada.route(/\/console\/uploads\//, async (route) => {
      if (!sendsBytes(route)) return route.continue()
      const answer = await route.fetch()
      await ada.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Docs", exact: true }).click()
      // The heading is shown while the doc is still open and hidden.
      await ada.locator("[aria-multiline]").waitFor({ state: "detached" })
      await route.fulfill({ response: answer })
    })
    await paste(ada, { files: [pictureOf("left behind")] })
    await said("File not added").waitFor()
    await said(/The file is in the drive/).waitFor()
  })
})
