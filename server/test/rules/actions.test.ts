import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { test } from "node:test"
import { root, sources } from "./source-graph.ts"

/** What nobody can do yet but by the command line or a test; the console empties this list. */
const withoutWayIn = [
  ...["addOfferFile", "archiveOffer", "createFolder", "createGiftCode", "createOffer", "disableGiftCode"],
  ...["downloadFile", "editFolder", "editLink", "editOffer", "getDoc", "getLink", "getOwnOffer", "getPurchase"],
  ...["getStorage", "listDocVersions", "listGiftCodes", "listOffers", "listOwnUnclearMoney", "listPaymentAccounts"],
  ...["listPurchases", "listUnclearMoney", "listUploadLinks", "orderOfferFiles", "publishOffer", "refundPurchase"],
  ...["removeDateOverride", "removeOfferFile", "removePaymentAccount", "resendReceipt", "restoreDelivery"],
  ...["restoreDoc", "restoreDocVersion", "restoreFile", "restoreFolder", "restoreLink", "revokeDelivery"],
  ...["revokeUploadLink", "saveDoc", "setDateOverride", "setPaymentAccount", "setWorkingHours"],
  ...["settleOwnUnclearMoney", "settleUnclearMoney", "trashDoc", "trashFile", "trashFolder", "trashLink"],
  ...["uploadFile"],
]

const textOf = (file: string) => readFileSync(join(root, file), "utf8")
const files = sources()

const actionFiles = files
  .filter((file) => file.startsWith("domains/"))
  .flatMap((file) =>
    [...textOf(file).matchAll(/^export const (\w+) = (?:public|person|workspace)Action\(/gm)].map(([, name = ""]) => {
      return { file, name }
    }),
  )
const actions = actionFiles.map(({ name }) => name)

test("every action has a way in, or stands on the list of those that have none", () => {
  const used = files
    .filter((file) => file.startsWith("surfaces/"))
    .flatMap((file) => [...textOf(file).matchAll(/import \{([^}]*)\} from "#domains/g)])
    .flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()))
  assert.ok(actions.length > 100, `only ${actions.length} actions were found`)
  assert.deepEqual(actions.filter((name) => !used.includes(name)).sort(), withoutWayIn)
})

test("one action, one file of its name", () => {
  const wrong = actionFiles.filter(({ file, name }) => {
    return basename(file) !== `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`
  })
  assert.deepEqual(wrong, [])
})
