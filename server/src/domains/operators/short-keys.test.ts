import assert from "node:assert/strict"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { shortKeysInAll } from "#kernel/ids.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { mailsTo } from "#test/support/formats/mails-to.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { listeningLog, world } from "#test/support/worlds/world.ts"
import { getOperatorOverview } from "./get-operator-overview.ts"
import { warnOfShortKeys } from "./warn-of-short-keys.ts"

const operator = "owner@elsewhere.example"

onBothDatabases(
  "operators see how many short keys are left, and get one mail when 80 % are given away",
  async (t, kind) => {
    const { log, lines } = listeningLog()
    const studio = await world(t, kind, { operators: [operator], log })
    const warn = async (inAll: number) => {
      await warnOfShortKeys(studio.cx, inAll)
      await runDueJobs(studio.app, jobs)
    }
    const warned = () => mailsTo(studio, operator).filter(({ subject }) => subject.includes("short keys"))
    const warnings = () => lines.filter(({ msg }) => String(msg).includes("short keys"))
    for (let n = 0; n < 3; n++) await offerOnSale(studio)
    await warn(5)
    assert.deepEqual([warned().length, warnings().length], [0, 0])

    await offerOnSale(studio)
    await warn(5)
    assert.equal(warned().length, 1)
    assert.match(warned()[0]?.text ?? "", /Used: 4\nLeft: 1/)
    await offerOnSale(studio)
    await warn(5)
    assert.deepEqual([warned().length, warnings().length], [1, 1])

    const { shortKeys } = await studio.act("stranger", getOperatorOverview, {})
    assert.deepEqual(shortKeys, { given: 5, inAll: shortKeysInAll, areScarce: false })
    assert.equal(shortKeysInAll, 1_679_616)
  },
)
