import { join } from "node:path"
import type { TestContext } from "node:test"
import { openSandbox, type Sandbox } from "#adapters/payments/sandbox/sandbox.ts"
import { openKeyring } from "#kernel/keyring.ts"
import { temporaryFolder } from "../databases/test-databases.ts"

export interface TestSandbox {
  sandbox: Sandbox
  now(): number
  advance(ms: number): void
  /** Opens the same file again, like another process. */
  openAgain(): Sandbox
}

/** A sandbox on a new file with a clock that stands still; closed after the test. */
export function openTestSandbox(t: TestContext): TestSandbox {
  let time = Date.UTC(2026, 10, 20, 12)
  const path = join(temporaryFolder(t), "sandbox.db")
  const keyring = openKeyring("a secret of at least thirty-two characters")
  const openAgain = () => {
    const sandbox = openSandbox({ path, baseUrl: "http://localhost:3000", keyring, now: () => time })
    t.after(() => sandbox.close())
    return sandbox
  }
  return {
    sandbox: openAgain(),
    now: () => time,
    advance: (ms) => {
      time += ms
    },
    openAgain,
  }
}
