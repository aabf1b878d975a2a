import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { connect } from "node:net"
import type { TestContext } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { unprivileged } from "../databases/postgres-process.ts"
import { atEnd } from "../databases/test-databases.ts"

export const postfixMaster = "/usr/lib/postfix/sbin/master"
export const dovecot = "/usr/sbin/dovecot"

/** Why tests of mail servers are skipped; false where they run. Where CI=true they always run. */
export const skipWithoutMailServers =
  process.env.CI === "true" || ([postfixMaster, dovecot].every(existsSync) && process.getuid?.() === 0)
    ? false
    : "Postfix and Dovecot (Debian's packages postfix and dovecot-imapd) are not installed, or the user is not root"

/** The user to whom all mailboxes belong. */
export function mailOwner(): { uid: number; gid: number } {
  const owner = unprivileged()
  if (!owner) throw new Error("Mail servers are started by root alone.")
  return owner
}

/** Starts a mail server in a process group of its own, which ends with the test. Waits for its ports. */
export async function runProgram(t: TestContext, [program, ...given]: [string, ...string[]], ports: readonly number[]) {
  const server = spawn(program, given, { stdio: "ignore", detached: true })
  atEnd(t, async () => {
    if (server.exitCode !== null) return
    const ended = once(server, "exit")
    server.kill()
    await ended
  })
  for (const port of ports)
    while (!(await listens(port))) {
      if (server.exitCode !== null) throw new Error(`${program} ended with ${server.exitCode}.`)
      await sleep(20)
    }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy()
      resolve(true)
    }).once("error", () => resolve(false))
  })
}
