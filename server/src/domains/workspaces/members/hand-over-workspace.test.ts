import assert from "node:assert/strict"
import { describe } from "node:test"
import { readMessage } from "#adapters/mail/read-message.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { rowsOf, valuesOf } from "#test/support/basics/values-of.ts"
import { onSqlite } from "#test/support/databases/test-databases.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { changeRole, handOverWorkspace, listMembers } from "../index.ts"

const idOf = ({ callers }: World, role: keyof World["callers"]) => (callers[role] as { accountId: string }).accountId

async function rolesOf({ act }: World) {
  return Object.fromEntries(rowsOf((await act("viewer", listMembers, {})).items, "email", "role"))
}

describe("a workspace", () => {
  onSqlite(
    "is handed over in one step: the other member is its owner, the caller an admin, and both get a mail",
    async (t, kind) => {
      const studio = await world(t, kind)
      const { act, app, mails } = studio
      await act("owner", handOverWorkspace, { accountId: idOf(studio, "member"), name: " Studio Ada " })

      const roles = await rolesOf(studio)
      assert.deepEqual([roles["member@studio.example"], roles["owner@studio.example"]], ["owner", "admin"])
      await runDueJobs(app, jobs)
      const handoverMails = mails()
        .map(readMessage)
        .filter(({ subject }) => subject === "New owner of Studio Ada")
      assert.deepEqual(valuesOf(handoverMails, "to").sort(), ["member@studio.example", "owner@studio.example"])
      await assert.rejects(act("owner", handOverWorkspace, { accountId: idOf(studio, "member"), name: "Studio Ada" }), {
        neededRole: "owner",
      })
      await act("member", handOverWorkspace, { accountId: idOf(studio, "owner"), name: "Studio Ada" })
      assert.equal((await rolesOf(studio))["owner@studio.example"], "owner", "it can be handed back")
    },
  )

  onSqlite("is not handed over without its name typed, nor to an account that is not a member", async (t, kind) => {
    const studio = await world(t, kind)
    const { act } = studio
    const to = (accountId: string, name = "Studio Ada") => act("owner", handOverWorkspace, { accountId, name })

    await assert.rejects(to(idOf(studio, "member"), "studio"), { code: "invalid_request", field: "name" })
    await assert.rejects(to(idOf(studio, "stranger")), { code: "not_found" })
    await assert.rejects(to(idOf(studio, "owner")), { code: "conflict" })
    const before = await rolesOf(studio)
    await act("owner", changeRole, { accountId: idOf(studio, "admin"), role: "owner" })
    await to(idOf(studio, "member"))
    const after = await rolesOf(studio)
    assert.equal(before["owner@studio.example"], "owner")
    assert.equal(after["admin@studio.example"], "owner", "another owner stays one")
  })
})
