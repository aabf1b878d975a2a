import type { Locator } from "playwright-core"
import { until } from "./until.ts"

/**
 * Presses a button of a card until it was taken: a card takes no press while it has only just come to its place. Once
 * it was taken, the button is disabled or gone, so that nothing is sent twice.
 */
export async function pressOnCard(button: Locator): Promise<void> {
  await button.waitFor()
  const untaken = button.and(button.page().locator(":not([disabled])"))
  await until(async () => {
    await button.click({ timeout: 2_000 }).catch(() => {})
    return (await untaken.count()) === 0
  })
}
