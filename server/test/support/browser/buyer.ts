import type { AnyPage } from "./any-page.ts"
import { pressAndSave, type Saved } from "./press-and-save.ts"

/** The sandbox's cards, by outcome. */
export const cards = { pays: "4242 4242 4242 4242", hasNoFunds: "4000 0000 0000 9995" } as const

/** Opens a pay page and continues to the payment. */
export async function checkOut(page: AnyPage, payUrl: string, email: string): Promise<void> {
  await page.goto(payUrl)
  await page.getByLabel("Email").fill(email)
  await page.getByRole("button", { name: "Continue to payment" }).click()
}

/** Sends the sandbox's payment form. */
export async function pay(page: AnyPage, card: string): Promise<void> {
  await page.getByLabel("Card number").fill(card)
  await page.getByRole("button", { name: /^Pay \$/ }).click()
}

/** Downloads a file from a delivery page; returns its bytes and its saved name. */
export function download(page: AnyPage, name: string): Promise<Saved> {
  return pressAndSave(page, page.getByRole("link", { name: `Download ${name}` }))
}
