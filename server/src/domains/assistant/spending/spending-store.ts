import { sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"

export interface Purse {
  readonly subject: string
  readonly period: string
  readonly most: number
}

/** Takes tokens out of a budget. Returns false, with nothing taken, when fewer are left. */
export async function takeTokens(cx: Inside, { subject, period, most }: Purse, tokens: number): Promise<boolean> {
  if (tokens > most) return false
  const rows = await cx.db
    .insertInto("assistant_spending")
    .values({ subject, period, tokens, updated_at: cx.now() })
    .onConflict((conflict) =>
      conflict
        .columns(["subject", "period"])
        .doUpdateSet({ tokens: sql<number>`assistant_spending.tokens + ${tokens}`, updated_at: cx.now() })
        .where(sql<boolean>`assistant_spending.tokens + ${tokens} <= ${most}`),
    )
    .returning("subject")
    .execute()
  return rows.length > 0
}

/** Adds the difference between the real and the reserved use; `tokens` is usually below 0. */
export async function correct(
  cx: Inside,
  { subject, period }: Omit<Purse, "most">,
  { tokens, micros }: { tokens: number; micros: number },
): Promise<void> {
  await cx.db
    .updateTable("assistant_spending")
    .set((row) => ({
      tokens: row("tokens", "+", tokens),
      micros: row("micros", "+", micros),
      updated_at: cx.now(),
    }))
    .where("subject", "=", subject)
    .where("period", "=", period)
    .execute()
}

/** `micros` is the cost in millionths of a dollar. */
export async function findSpent(
  cx: Reading,
  { subject, period }: Omit<Purse, "most">,
): Promise<{ tokens: number; micros: number }> {
  const row = await cx.db
    .selectFrom("assistant_spending")
    .select(["tokens", "micros"])
    .where("subject", "=", subject)
    .where("period", "=", period)
    .executeTakeFirst()
  return row ?? { tokens: 0, micros: 0 }
}
