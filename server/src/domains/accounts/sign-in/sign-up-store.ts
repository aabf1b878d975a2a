import type { Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { newId } from "#kernel/ids.ts"
import type { Schema } from "#storage/schema.ts"

export type SignUpDecision = Selectable<Schema["sign_up_decisions"]>

/** Finds the operators' last decision. Undefined before the first one. */
export function findSignUpDecision(cx: Reading): Promise<SignUpDecision | undefined> {
  return cx.db
    .selectFrom("sign_up_decisions")
    .selectAll()
    .orderBy("decided_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()
}

/** Records a decision. Its time is later than that of any decision before, even within a millisecond. */
export async function insertSignUpDecision(cx: Inside, decision: Pick<SignUpDecision, "sign_up" | "decided_by">) {
  const last = await findSignUpDecision(cx)
  const decided_at = Math.max(cx.now(), (last?.decided_at ?? 0) + 1)
  await cx.db
    .insertInto("sign_up_decisions")
    .values({ ...decision, id: newId("decision"), decided_at })
    .execute()
}
