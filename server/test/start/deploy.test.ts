import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, test } from "node:test"
import { parse, parseAllDocuments } from "yaml"
import { readSettings } from "#config/settings.ts"
import { handbook } from "#test/support/basics/handbook.ts"
import { composeVariables, productionSettings } from "#test/support/basics/install-page.ts"
import { shell } from "#test/support/processes/programs.ts"
import { checkout } from "../../../deploy/release/assemble.ts"

const composeFile = join(checkout, "deploy/compose/compose.yaml")
const digest = "0".repeat(64)

/** A part of a manifest. Its type was checked where it was written; here it is YAML that was read. */
// biome-ignore lint/suspicious/noExplicitAny: parsed YAML
type Yaml = any

test("the Dockerfile runs no command, and takes its bases from the builder", () => {
  const lines = readFileSync(join(checkout, "deploy/image/Dockerfile"), "utf8").match(/^[A-Z]+ .*$/gm) ?? []
  assert.ok(lines.length > 10)
  assert.deepEqual(lines.filter((line) => /^(?:RUN|ADD) /.test(line)), []) // biome-ignore format: one thought
  const bases = lines.filter((line) => line.startsWith("FROM ")).map((line) => line.split(" ")[1])
  assert.deepEqual(bases, ["$" + "{BASE}", "$" + "{POSTGRES}", "base"])
})

test("the Compose file's settings pass the settings reader, and its images have no default", () => {
  const text = readFileSync(composeFile, "utf8")
  const { services } = parse(
    text.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name) => composeVariables[name] ?? ""),
    {
      merge: true,
    },
  )
  for (const name of ["atelier-1", "atelier-2", "backup"]) {
    const { environment } = services[name]
    assert.ok(readSettings({ ...productionSettings, ...environment }).isProduction, name)
  }
  assert.equal(readSettings({ ...productionSettings, ...services["atelier-1"].environment }).processes, 2)
  for (const [, image] of text.matchAll(/^ +image: (.+)$/gm)) assert.match(image ?? "", /^\$\{\w+_IMAGE:\?/)
  for (const { image } of Object.values(services) as Yaml[]) assert.match(image, /@sha256:0{64}$/)
})

describe("the manifests of Kubernetes", () => {
  const command = handbook(
    "npm run -s kubernetes -- registry.example.com/atelier@sha256:… registry.example.com/atelier-tools@sha256:… > atelier.yaml",
    { "…": digest, " > atelier.yaml": "" },
  )
  const documents = parseAllDocuments(shell(command, {}, checkout)).map((document) => document.toJS() as Yaml)
  const find = (kind: string) => documents.find((document) => document.kind === kind)
  const pod = find("Deployment").spec.template
  const backup = find("CronJob").spec.jobTemplate.spec.template
  const containers = [...pod.spec.containers, ...backup.spec.containers]

  test("name images by digest alone: a tag is refused", () => {
    assert.deepEqual(
      containers.map(({ image }) => image),
      [`registry.example.com/atelier@sha256:${digest}`, `registry.example.com/atelier-tools@sha256:${digest}`],
    )
    assert.throws(() => shell(command.replace(`@sha256:${digest}`, ":1.0"), {}, checkout), /by their digests/)
  })

  test("give no container a user, a capability or a file that it does not need", () => {
    for (const { spec } of [pod, backup]) {
      assert.equal(spec.securityContext.runAsNonRoot, true)
      assert.equal(spec.securityContext.runAsUser, 65_532)
      assert.equal(spec.automountServiceAccountToken, false)
    }
    for (const { securityContext } of containers) {
      assert.equal(securityContext.readOnlyRootFilesystem, true)
      assert.equal(securityContext.allowPrivilegeEscalation, false)
      assert.deepEqual(securityContext.capabilities, { drop: ["ALL"] })
    }
  })

  test("set what the settings reader accepts", () => {
    const [{ env }] = pod.spec.containers
    const set = Object.fromEntries(env.map(({ name, value }: Yaml) => [name, value]))
    const secrets = { SVC_DATABASE_URL: "postgres://atelier@db/atelier", SVC_BLOBS_URL: "s3://a:b@s3:443/atelier" }
    const settings = readSettings({ ...productionSettings, ...secrets, ...set })
    assert.equal(settings.processes, find("Deployment").spec.replicas + 1, "a rollout adds one")
    const ports = pod.spec.containers[0].ports.map(({ containerPort }: Yaml) => containerPort)
    assert.deepEqual(ports, [settings.port, settings.metricsPort])
  })

  test("choose the processes by labels that they have, and let only monitoring reach their metrics", () => {
    const { labels } = pod.metadata
    for (const selector of [
      find("Service").spec.selector,
      find("Deployment").spec.selector.matchLabels,
      find("PodDisruptionBudget").spec.selector.matchLabels,
      find("NetworkPolicy").spec.podSelector.matchLabels,
    ])
      assert.deepEqual(selector, labels)
    assert.notDeepEqual(backup.metadata.labels, labels)
    assert.deepEqual(find("Service").spec.ports, [{ name: "http", port: 80, targetPort: "http" }])
    const [all, monitoring] = find("NetworkPolicy").spec.ingress
    assert.deepEqual(all, { ports: [{ port: 3000 }] })
    assert.ok(monitoring.from.length === 1 && monitoring.ports[0].port === 9464)
  })

  test("leave a stop the time that it takes, and run a program that the release has", () => {
    const [container] = pod.spec.containers
    const seconds = container.lifecycle.preStop.sleep.seconds
    assert.ok(pod.spec.terminationGracePeriodSeconds >= seconds + 15)
    const program = /\S+\.cjs/.exec(backup.spec.containers[0].command.join(" "))?.[0] ?? "none"
    assert.ok(existsSync(join(checkout, program)), program)
  })

  test("take a backup that shares files and expires, and do not repeat a complete one with a warning", () => {
    const { services } = parse(readFileSync(composeFile, "utf8"), { merge: true })
    for (const command of [backup.spec.containers[0].command, services.backup.entrypoint])
      assert.match(command.at(-1), / backup \/backups\/\${1,2}\(date \S+\) --pool \/backups\/pool --keep 14$/)
    const { podFailurePolicy, backoffLimit, template } = find("CronJob").spec.jobTemplate.spec
    assert.deepEqual(podFailurePolicy.rules, [{ action: "FailJob", onExitCodes: { operator: "In", values: [2] } }])
    assert.ok(backoffLimit > 0, "another failure is tried again")
    assert.equal(template.spec.restartPolicy, "Never", "Kubernetes wants it for such a policy")
  })
})
