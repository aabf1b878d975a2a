import { sql } from "kysely"
import type { Keyring } from "#kernel/keyring.ts"
import type { ReadDb } from "#storage/database.ts"
import type { SealedColumn } from "#storage/sealed-column.ts"
import type { NamedBlob } from "./copy-blobs.ts"
import { namedBlobs, toNamedBlob } from "./named-blobs.ts"

const samples = 100

export async function listNamedBlobs(db: ReadDb): Promise<NamedBlob[]> {
  const { rows } = await sql.raw<Record<string, unknown>>(namedBlobs).execute(db)
  return rows.map(toNamedBlob)
}

/** The columns with a text that the keys cannot unseal. */
export async function findSealedTexts(db: ReadDb, keyring: Keyring, columns: readonly SealedColumn[]) {
  const lost = new Set<string>()
  for (const { table, key, column, purpose, place, isPlain } of columns) {
    const found = sql<{ key: string; sealed: string }>`select ${sql.ref(key)} as "key", ${sql.ref(column)} as "sealed"
      from ${sql.table(table)} where ${sql.ref(column)} <> '' limit ${sql.lit(samples)}`
    for (const row of (await found.execute(db)).rows) {
      if (isPlain?.(row.sealed)) continue
      try {
        keyring.unseal(purpose, place(row.key), row.sealed)
      } catch {
        lost.add(`${table}.${column}`)
      }
    }
  }
  return [...lost]
}

/**
 * Rules of money that hold in every snapshot. Each query selects the ids that violate one. They restate the rules of sales
 * and share no code with them.
 */
const rulesOfMoney = {
  "its discount and its amount are not its price":
    "select id from purchases where price_cents <> discount_cents + amount_cents",
  "it was handed over, and another amount than its own was charged":
    "select id from purchases where state = 'fulfilled' and charged_cents <> amount_cents",
  "it was handed over for nothing, and has an amount to pay":
    "select id from purchases where state = 'comped' and amount_cents <> 0",
  "it holds or spent another amount than its purchases": `
    select code.id from gift_codes code where code.held_cents <> ${worthOf("held")}
      or code.spent_cents <> ${worthOf("spent")}`,
  "it counts other uses than its purchases": `
    select code.id from gift_codes code where code.uses <> (select count(*) from purchases purchase
      where purchase.gift_code_id = code.id and purchase.gift_state in ('held', 'spent'))`,
  "it counts other units than its purchases have": `
    select offer.id from offers offer where offer.stock_limit is not null and offer.units_taken <>
      (select count(*) from purchases purchase where purchase.offer_id = offer.id
        and purchase.unit_taken_at is not null and purchase.unit_released_at is null)`,
  "it sold more units than it has": "select id from offers where units_taken > stock_limit",
}

function worthOf(state: "held" | "spent"): string {
  return `(case when code.kind = 'full' then 0 else (select coalesce(sum(purchase.discount_cents), 0)
    from purchases purchase where purchase.gift_code_id = code.id and purchase.gift_state = '${state}') end)`
}

export async function checkMoney(db: ReadDb): Promise<string[]> {
  const wrong: string[] = []
  for (const [says, violations] of Object.entries(rulesOfMoney)) {
    const { rows } = await sql.raw<{ id: string }>(`${violations} limit 1`).execute(db)
    for (const { id } of rows) wrong.push(`${id}: ${says}`)
  }
  return wrong
}
