import { execFileSync } from "node:child_process"
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { TestContext } from "node:test"
import { freePort } from "../http/free-port.ts"
import { mailOwner, postfixMaster, runProgram } from "./run-program.ts"

/** A port of Postfix, with settings of its own (`postconf(5)`). */
export type PostfixPorts = Readonly<Record<string, Readonly<Record<string, string>>>>

interface PostfixPlan<Ports extends PostfixPorts> {
  /** Belongs to the test, and can be searched by every user. */
  readonly folder: string
  /** The mailboxes by address. Each has a folder of its name's beginning. */
  readonly mailboxes: readonly string[]
  readonly ports: Ports
  settings(ports: Readonly<Record<keyof Ports, number>>): Readonly<Record<string, string>>
}

const folders = "active bounce corrupt defer deferred flush hold incoming maildrop pid private public saved trace"
const idOf = (user: string, option: "-u" | "-g") => Number(execFileSync("id", [option, user], { encoding: "utf8" }))

/** Starts Postfix in a folder. Returns its ports, by name. */
export async function openPostfix<Ports extends PostfixPorts>(
  t: TestContext,
  { folder, mailboxes, ports, settings }: PostfixPlan<Ports>,
): Promise<Record<keyof Ports, number>> {
  const [config, queue, data, mail] = ["config", "queue", "data", "mail"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ]
  for (const path of [config, queue, data, mail]) mkdirSync(path, { recursive: true })
  const { uid, gid } = mailOwner()
  const [postfix, postfixGroup] = [idOf("postfix", "-u"), idOf("postfix", "-g")]
  for (const name of folders.split(" ")) {
    mkdirSync(join(queue, name), { recursive: true })
    if (name !== "pid") chownSync(join(queue, name), postfix, postfixGroup)
  }
  chmodSync(join(queue, "public"), 0o755)
  chownSync(data, postfix, postfixGroup)
  chownSync(mail, uid, gid)
  const named = await Promise.all(Object.keys(ports).map(async (name) => [name, await freePort()] as const))
  const numbers = Object.fromEntries(named) as Record<keyof Ports, number>
  writeFileSync(join(config, "main.cf"), mainSettings(folder, mailboxes, settings(numbers)))
  const services = named.map(([name, port]) => service(port, ports[name] ?? {}))
  writeFileSync(join(config, "master.cf"), `${services.join("")}${daemons}`)
  // It ends by itself if this process is killed.
  await runProgram(
    t,
    [postfixMaster, "-c", config, "-d", "-e", "400"],
    named.map(([, port]) => port),
  )
  return numbers
}

function mainSettings(
  folder: string,
  mailboxes: readonly string[],
  settings: Readonly<Record<string, string>>,
): string {
  const domains = new Set(mailboxes.map((address) => address.slice(address.indexOf("@") + 1)))
  const maps = mailboxes.map((address) => `{${address}=${address.split("@")[0]}/}`)
  const { uid, gid } = mailOwner()
  const all = {
    compatibility_level: "3.6",
    queue_directory: join(folder, "queue"),
    data_directory: join(folder, "data"),
    maillog_file: join(folder, "log"),
    maillog_file_prefixes: folder,
    myhostname: "relay.example",
    mynetworks: "127.0.0.0/8",
    inet_interfaces: "127.0.0.1",
    inet_protocols: "ipv4",
    recipient_delimiter: "+",
    ...{ mydestination: "", local_recipient_maps: "", alias_maps: "", alias_database: "" },
    virtual_mailbox_domains: [...domains].join(", "),
    virtual_mailbox_base: join(folder, "mail"),
    virtual_mailbox_maps: `inline:{ ${maps.join(" ")} }`,
    ...{ virtual_uid_maps: `static:${uid}`, virtual_gid_maps: `static:${gid}`, virtual_minimum_uid: "1" },
    ...settings,
  }
  return Object.entries(all)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join("")
}

function service(port: number, settings: Readonly<Record<string, string>>): string {
  const options = Object.entries(settings).map(([name, value]) => `  -o { ${name} = ${value} }\n`)
  return `127.0.0.1:${port} inet n - n - - smtpd\n${options.join("")}`
}

/** The daemons of Debian's `master.cf` that these tests need, none of them in a jail. */
const daemons = `pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
proxymap unix - - n - - proxymap
`
