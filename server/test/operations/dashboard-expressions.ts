import { readFileSync } from "node:fs"

export const readInRepository = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")

const alerts = readInRepository("deploy/prometheus/alerts.yml")
export const recording = readInRepository("deploy/prometheus/recording.yml")
export const alertNames = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name = ""]) => name)

/** Prometheus makes `up`; the blackbox exporter makes the other one. */
export const foreign = ["up", "probe_ssl_earliest_cert_expiry"]

/** The expressions of the rules, and of the dashboard's panels. */
export function allExpressions(): string[] {
  return [...expressionsOf(alerts), ...expressionsOf(recording), ...panelExpressions()]
}

/** The expressions of rules: of one line, or of the deeper lines that follow `|-`. */
const expressionsOf = (rules: string) =>
  [...rules.matchAll(/^( +)expr: (?:\|-\n((?:\1 +.*\n)+)|(.*)\n)/gm)].map(([, , many, one]) => many ?? one ?? "")

function panelExpressions(): string[] {
  const { panels } = JSON.parse(readInRepository("deploy/grafana/dashboard.json")) as {
    panels: { targets: { expr: string }[] }[]
  }
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
}
