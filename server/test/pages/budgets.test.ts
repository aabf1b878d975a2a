import assert from "node:assert/strict"
import { readdirSync } from "node:fs"
import { test } from "node:test"
import { gzipSync } from "node:zlib"
import { type BuiltPages, openBuiltPages } from "#surfaces/pages/built-pages.ts"
import { budgets } from "../../../web/build/budgets.ts"
import { buildIfChanged } from "../../../web/build-if-changed.ts"

const web = new URL("../../../web/", import.meta.url).pathname

test("no page loads more than its budget before it works", async (t) => {
  await buildIfChanged()
  const built = await openBuiltPages(`${web}dist`)
  for (const page of readdirSync(`${web}src/pages`)) {
    const { scripts, preloads, style } = built.assetsOf(page)
    const budget = budgets[page as keyof typeof budgets] ?? budgets.public
    const sent = { scripts: kilobytes(built, [...scripts, ...preloads]), style: kilobytes(built, [style]) }
    t.diagnostic(`${page}: ${sent.scripts.toFixed(1)} kB of scripts, ${sent.style.toFixed(1)} kB of style`)
    assert.ok(sent.scripts <= budget.scripts, `${page} loads ${sent.scripts} kB of scripts, not ${budget.scripts}`)
    assert.ok(sent.style <= budget.style, `${page} loads ${sent.style} kB of style, not ${budget.style}`)
  }
})

function kilobytes(built: BuiltPages, paths: readonly string[]): number {
  const bytes = paths.map((path) => {
    const asset = built.find(path.replace("/assets/", ""))
    assert.ok(asset, path)
    return gzipSync(asset.bytes, { level: 9 }).length
  })
  return bytes.reduce((sum, size) => sum + size, 0) / 1000
}
