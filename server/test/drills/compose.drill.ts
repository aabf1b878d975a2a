import assert from "node:assert/strict"
import { cpSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { parse } from "yaml"
import { readSettings } from "#config/settings.ts"
import { handbook } from "../support/basics/handbook.ts"
import { composeVariables, productionSettings } from "../support/basics/install-page.ts"
import { temporaryFolder } from "../support/databases/test-databases.ts"
import { shell, skipWithout } from "../support/processes/programs.ts"

const repository = join(import.meta.dirname, "../../..")
const command = handbook("docker-compose -f deploy/compose/compose.yaml config")

/** The lines of a file of variables. */
const linesOf = (variables: Record<string, string>) =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("")

test("docker-compose reads the Compose file, whose settings pass the settings reader", {
  skip: skipWithout(["docker-compose"]),
}, (t) => {
  const folder = temporaryFolder(t)
  cpSync(join(repository, "deploy"), join(folder, "deploy"), { recursive: true })
  writeFileSync(join(folder, "deploy/compose/settings"), linesOf(productionSettings))
  assert.throws(() => shell(command, {}, folder), /ATELIER_IMAGE|POSTGRES_PASSWORD|S3_SECRET|_IMAGE/)

  writeFileSync(join(folder, "deploy/compose/.env"), linesOf(composeVariables))
  const { services } = parse(shell(`${command} --no-interpolate >/dev/null && ${command}`, {}, folder))
  const { environment, image, read_only: isReadOnly } = services["atelier-2"]
  assert.equal(image, composeVariables.ATELIER_IMAGE)
  assert.equal(isReadOnly, true)
  assert.ok(readSettings(environment).isProduction)
})
