import type { Outside } from "#access/context.ts"
import type { Purpose } from "#kernel/keyring.ts"

/** A kind of links whose addresses are MACs over their rows, so that the database contains no address. */
export interface LinkKind<Row extends { id: string }> {
  purpose: Purpose
  /** All parts of a row that the MAC of its address covers. */
  textOf(row: Row): string
}

export function writeLinkToken<Row extends { id: string }>(
  { keyring }: Pick<Outside, "keyring">,
  { purpose, textOf }: LinkKind<Row>,
  row: Row,
): string {
  return `${row.id}.${keyring.mac(purpose, textOf(row))}`
}

/** Finds the link of a token by its id. Undefined when we did not make this token. */
export async function findByToken<Row extends { id: string }>(
  { keyring }: Pick<Outside, "keyring">,
  { purpose, textOf, find }: LinkKind<Row> & { find(id: string): Promise<Row | undefined> },
  token: string,
): Promise<Row | undefined> {
  const [, id = "", mac = ""] = /^(\w{1,64})\.([\w-]{43})$/.exec(token) ?? []
  const row = id === "" ? undefined : await find(id)
  return row && keyring.verify(purpose, textOf(row), mac) ? row : undefined
}
