import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import type { TestContext } from "node:test"
import { until } from "../basics/until.ts"

export interface Judged {
  score: number
  /** The rules that the mail fits, with what each adds to the score. */
  rules: Record<string, number>
}

/** SpamAssassin's opinion of each mail, by its rules that need no network. */
export function spamAssassin(emls: readonly string[]): Judged[] {
  const mailbox = emls.map((eml, place) => {
    return `From sender Fri Nov 20 12:00:00 2026\nX-Place: ${place}\n${eml.replaceAll("\r\n", "\n")}\n`
  })
  const options = { input: mailbox.join(""), encoding: "utf8", stdio: "pipe", maxBuffer: 1 << 28 } as const
  const [, ...reports] = execFileSync("spamassassin", ["-L", "-t", "--mbox"], options).split(/^X-Place: /m)
  // It does not keep the order.
  return reports
    .toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    .map((whole) => {
      const report = whole.slice(whole.lastIndexOf("Content analysis details:"))
      const rows = [...report.matchAll(/^ ?(-?\d+\.\d) ([A-Z]\w+)/gm)]
      const rules = Object.fromEntries(rows.map(([, points, rule]) => [rule, Number(points)]))
      return { score: Number(/\((-?[\d.]+) points/.exec(report)?.[1]), rules }
    })
}

/** What asks other machines, or listens. */
const off = [
  "worker-controller.inc",
  "worker-proxy.inc",
  "worker-fuzzy.inc",
  "rbl.conf",
  "asn.conf",
  "fuzzy_check.conf",
]

/** Starts rspamd with the settings of its package, without name servers. Returns its opinion of a mail. */
export async function startRspamd(t: TestContext, folder: string): Promise<(eml: string) => Promise<Judged>> {
  const settings = join(folder, "local.d")
  const socketPath = join(folder, "rspamd.socket")
  for (const part of ["local.d", "db", "run", "log"]) mkdirSync(join(folder, part))
  for (const name of off) writeFileSync(join(settings, name), "enabled = false;\n")
  writeFileSync(join(settings, "worker-normal.inc"), `bind_socket = "${socketPath} mode=0666";\ncount = 1;\n`)
  writeFileSync(
    join(settings, "options.inc"),
    'dns { nameserver = ["127.0.0.1:9"]; timeout = 0.1s; retransmits = 1; }\n',
  )
  writeFileSync(join(settings, "logging.inc"), 'type = "console";\nlevel = "error";\n')
  const places = { LOCAL_CONFDIR: folder, DBDIR: `${folder}/db`, RUNDIR: `${folder}/run`, LOGDIR: `${folder}/log` }
  const variables = Object.entries(places).map(([name, place]) => `--var=${name}=${place}`)
  const program = spawn("rspamd", ["-f", "-i", "-c", "/etc/rspamd/rspamd.conf", ...variables], { stdio: "ignore" })
  const gone = new Promise((done) => program.once("exit", done))
  t.after(async () => {
    program.kill()
    await gone
  })
  const ask = (method: string, path: string, body = "") =>
    new Promise<string>((resolve, reject) =>
      request({ socketPath, method, path }, (response) => resolve(text(response)))
        .on("error", reject)
        .end(body),
    )
  await until(() =>
    ask("GET", "/ping").then(
      (answer) => answer.startsWith("pong"),
      () => false,
    ),
  )
  return async (eml) => {
    const { score, symbols } = JSON.parse(await ask("POST", "/checkv2", eml))
    const rules = Object.entries<{ score: number }>(symbols).map(([rule, { score }]) => [rule, score])
    return { score, rules: Object.fromEntries(rules) }
  }
}
