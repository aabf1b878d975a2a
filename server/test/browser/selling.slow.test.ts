import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { test } from "node:test"
import type { Locator, Page } from "playwright-core"
import { cards, checkOut, download, pay } from "#test/support/browser/buyer.ts"
import { goTo, signInByCode, signUp } from "#test/support/browser/person.ts"
import { withoutWaiting } from "#test/support/browser/ready.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

interface Wanted {
  title: string
  price: string
  /** To upload; as a name, to choose from the drive. */
  file: string | { name: string; mimeType: string; buffer: Buffer }
}

/** Makes an offer of a file and puts it on sale; returns its pay link. */
async function publishOffer(page: Page, { title, price, file }: Wanted) {
  await goTo(page, "Offers")
  await page.getByRole("button", { name: "Create offer" }).first().click()
  await page.getByLabel("Title").fill(title)
  await page.getByLabel("Price").fill(price)
  const files = page.getByRole("region", { name: "Files" })
  if (typeof file === "string") {
    await files.getByRole("button", { name: "Choose from drive" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("button", { name: `Add ${file}` }).click()
    await dialog.getByRole("button", { name: "Close" }).click()
  } else {
    await files.locator("input[type=file]").setInputFiles(file)
    await files.getByText(file.name, { exact: true }).waitFor()
  }
  await page.getByRole("button", { name: "Publish offer" }).click()
  return String(await page.getByRole("region", { name: "Sale" }).locator("code").textContent())
}

/** Makes a gift code; returns it. */
async function makeGiftCode(page: Page, { worth, amount }: { worth: string; amount?: string }): Promise<string> {
  await page.goto("/kims-press/gift-codes")
  await page.getByRole("button", { name: "Create gift code" }).first().click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Value").selectOption({ label: worth })
  if (amount) await dialog.getByLabel("Amount").fill(amount)
  await dialog.getByRole("button", { name: "Create code" }).click()
  const newest = page.getByRole("row").nth(1).locator("code")
  return String(await newest.textContent())
}

/** Opens a buyer's purchase in the console, freshly loaded. */
async function openPurchase(page: Page, email: string) {
  await page.goto("/kims-press/purchases")
  const rows = page.getByRole("row", { name: email })
  await rows.click()
  assert.equal(await rows.count(), 1, "bought once")
  return page.getByRole("dialog", { name: email })
}

const deliveryIn = (mail: string) => String(/http:\S+\/delivery\/\S+/.exec(mail)?.[0])

test("a creator signs up, sells, gives and refunds, and each buyer gets the right files", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const poster = randomBytes(300_000)
  const { page: kim } = await studio.open()
  let payUrl = ""
  let bosDelivery = ""

  await t.test("from signing up to the first sale: the buyer's bytes equal the uploaded ones", async () => {
    await signUp(studio, kim, { email: "kim@example.com", name: "Kim’s Press" })
    const file = { name: "poster.bin", mimeType: "application/octet-stream", buffer: poster }
    payUrl = await publishOffer(kim, { title: "A poster", price: "12.00", file })

    const { page: bo, context } = await studio.open()
    await checkOut(bo, payUrl, "bo@example.com")
    await pay(bo, cards.pays)
    await bo.getByRole("link", { name: "Open files" }).click()
    assert.deepEqual(await download(bo, "poster.bin"), { bytes: poster, savedAs: "poster.bin" })
    bosDelivery = bo.url()
    await context.close()

    const { page: elsewhere } = await studio.open()
    await elsewhere.goto(deliveryIn(await studio.mailTo("bo@example.com")))
    assert.deepEqual((await download(elsewhere, "poster.bin")).bytes, poster)

    const purchase = await openPurchase(kim, "bo@example.com")
    await purchase.getByText("Delivered").first().waitFor()
    assert.equal(await purchase.locator("code").textContent(), bosDelivery)
  })

  await t.test("a buyer who pays and closes the tab at once gets the link by mail", async () => {
    const { page, context } = await studio.open()
    await context.route("**/verify", () => {}) // the page's verify request never leaves the browser
    await checkOut(page, payUrl, "cy@example.com")
    const paid = page.waitForResponse("**/pay")
    await withoutWaiting(page, () => pay(page, cards.pays))
    assert.equal((await paid).status(), 200)
    await context.close()

    const { page: later } = await studio.open()
    await later.goto(deliveryIn(await studio.mailTo("cy@example.com")))
    assert.deepEqual((await download(later, "poster.bin")).bytes, poster)
    await (await openPurchase(kim, "cy@example.com")).getByText("Delivered").first().waitFor()
  })

  await t.test("after a declined card another one pays, and the purchase is paid once", async () => {
    const { page } = await studio.open({ refusals: /^402 POST .*\/pay$/ })
    await checkOut(page, payUrl, "di@example.com")
    await pay(page, cards.hasNoFunds)
    await page.getByRole("alert").filter({ hasText: "insufficient funds" }).waitFor()
    await pay(page, cards.pays)
    await page.getByRole("link", { name: "Open files" }).waitFor()

    const purchase = await openPurchase(kim, "di@example.com")
    assert.match(String(await purchase.textContent()), /Paid\$12\.00/)
  })

  await t.test("a gift code reduces the price by its amount, and one of the whole price pays for it", async () => {
    const five = await makeGiftCode(kim, { worth: "Fixed amount", amount: "5.00" })
    const whole = await makeGiftCode(kim, { worth: "Full price" })
    assert.notEqual(five, whole)

    for (const [email, code] of [
      ["ed@example.com", five],
      ["flo@example.com", whole],
    ] as const) {
      const { page } = await studio.open()
      await page.goto(payUrl)
      await page.getByLabel("Email").fill(email)
      await page.getByRole("button", { name: "Add gift code" }).click()
      await page.getByLabel("Gift code").fill(code)
      await page.getByRole("button", { name: "Apply" }).click()
      if (code === five) {
        await page.getByText("$7.00").waitFor()
        await page.getByRole("button", { name: "Continue to payment" }).click()
        await pay(page, cards.pays)
      }
      await page.getByRole("link", { name: "Open files" }).click()
      assert.deepEqual((await download(page, "poster.bin")).bytes, poster)
    }
    assert.match(
      String(await (await openPurchase(kim, "ed@example.com")).textContent()),
      /Gift code−\$5\.00Paid\$7\.00/,
    )
    const given = await openPurchase(kim, "flo@example.com")
    assert.match(String(await given.textContent()), /Delivered free.*Gift code−\$12\.00Paid\$0\.00/)
  })

  await t.test("a refund ends the delivery: its page and the addresses of its files", async () => {
    const { page: bo } = await studio.open({ refusals: /^4\d\d GET .*\/delivery\// })
    await bo.goto(bosDelivery)
    const href = await bo.getByRole("link", { name: "Download poster.bin" }).getAttribute("href")
    const files = new URL(String(href), studio.baseUrl)
    const signed = String((await fetch(files, { redirect: "manual" })).headers.get("location"))
    assert.equal((await fetch(new URL(signed, files))).status, 200)

    const purchase = await openPurchase(kim, "bo@example.com")
    await purchase.locator("summary", { hasText: "Refund" }).click()
    await purchase.getByLabel("Reason").fill("Misprinted")
    await purchase.getByRole("button", { name: "Refund $12.00" }).click()
    await kim.getByText("Refunding $12.00 to bo@example.com").waitFor()

    await bo.reload()
    assert.equal(await bo.getByRole("link", { name: "Download poster.bin" }).count(), 0)
    for (const address of [files, new URL(signed, files)]) assert.ok((await fetch(address)).status >= 400)
    assert.match(await studio.mailTo("bo@example.com", /Misprinted/), /\$12\.00/)
  })
})

test("an offer is made on one page, with a dropped file and a cover; a refused step leaves a draft", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ refusals: /^4\d\d POST .*\/console\/set-offer-cover/ })
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio/offers/new")
  const preview = page.getByRole("complementary", { name: "Preview" })
  const [files, cover] = ["Files", "Cover"].map((name) => page.getByRole("region", { name })) as [Locator, Locator]
  const publish = page.getByRole("button", { name: "Publish offer" })
  await page.getByLabel("Title").fill("Dropped")
  await page.getByLabel("Price").fill("7")
  await publish.click()
  await page.getByText("This offer has no files.").waitFor()
  assert.equal(await page.getByLabel("Title").inputValue(), "Dropped", "what was typed is kept")

  const dropped = await page.evaluateHandle(`{
    const data = new DataTransfer()
    data.items.add(new File(["a,b"], "colours.csv", { type: "text/csv" }))
    data
  }`)
  await files.getByText("or drop them here").dispatchEvent("drop", { dataTransfer: dropped })
  await files.getByText("colours.csv", { exact: true }).waitFor()
  await preview.getByText("colours.csv").waitFor()
  const png = Buffer.from("iVBORw0KGgo=", "base64")
  await cover.locator("input[type=file]").setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: png })
  await page.getByText("Choose another type of file.").waitFor()
  await cover.locator("input[type=file]").setInputFiles({ name: "cut.png", mimeType: "image/png", buffer: png })
  await cover.getByRole("button", { name: "Remove cover" }).waitFor()
  await publish.click()

  await page.getByText("Saved as a draft").waitFor()
  await page.getByRole("heading", { level: 1, name: "Dropped" }).first().waitFor()
  await page.getByRole("region", { name: "Files" }).getByText("colours.csv", { exact: true }).waitFor()
  await page.getByRole("button", { name: "Publish offer" }).click()
  const payUrl = String(await page.getByRole("region", { name: "Sale" }).locator("code").textContent())
  await page.goto(payUrl)
  await page.getByText("$7.00").first().waitFor()
})
