import { until } from "../basics/until.ts"
import type { AnyLocator } from "../browser/any-page.ts"

/**
 * Presses a button of an approval card until the press took effect: a card ignores presses right after it moved.
 * Afterwards the button is disabled or gone, so nothing is sent twice.
 */
export async function pressOnApprovalCard(button: AnyLocator): Promise<void> {
  await button.waitFor()
  const untaken = button.and(button.page().locator(":not([disabled])"))
  await until(async () => {
    await button.click({ timeout: 2_000 }).catch(() => {})
    return (await untaken.count()) === 0
  })
}
