import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { TestContext } from "node:test"
import { freePort } from "../http/free-port.ts"
import { dovecot, mailOwner, runProgram } from "./run-program.ts"

interface DovecotPlan {
  readonly folder: string
  /** The password of every user. */
  readonly password: string
  readonly certificate: { readonly certificate: string; readonly privateKey: string }
}

/**
 * Starts Dovecot for the mailboxes in a Postfix's folder, and for the passwords of that Postfix. It answers wrong
 * passwords at once: by default it makes an address wait ever longer, and Postfix waits for ten seconds only.
 */
export async function openDovecot(t: TestContext, { folder, password, certificate }: DovecotPlan) {
  const { uid, gid } = mailOwner()
  const [imap, imaps] = [await freePort(), await freePort()]
  const file = join(folder, "dovecot.conf")
  const settings = `protocols = imap
base_dir = ${join(folder, "dovecot")}
state_dir = ${join(folder, "dovecot-state")}
log_path = ${join(folder, "dovecot.log")}
ssl = yes
ssl_cert = <${certificate.certificate}
ssl_key = <${certificate.privateKey}
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:${join(folder, "mail")}/%n
first_valid_uid = 1
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${join(folder, "mail")}/%n
}
service imap-login {
  inet_listener imap {
    address = 127.0.0.1
    port = ${imap}
  }
  inet_listener imaps {
    address = 127.0.0.1
    port = ${imaps}
  }
}
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service auth {
  unix_listener ${join(folder, "queue/private/auth")} {
    mode = 0600
    user = postfix
  }
}
namespace inbox {
  inbox = yes
}
`
  writeFileSync(file, settings)
  await runProgram(t, [dovecot, "-F", "-c", file], [imap, imaps])
  return { imap, imaps }
}
