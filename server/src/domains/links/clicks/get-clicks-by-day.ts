import { z } from "zod"
import type { Member, Reading } from "#access/context.ts"
import { eachDay, firstOfDays } from "#kernel/time/days.ts"
import { listOwnDays } from "./click-day-store.ts"

export const clicksByDay = z.array(z.object({ day: z.iso.date(), clicks: z.int() }))

export async function getClicksByDay(cx: Reading & Member, days: number): Promise<z.output<typeof clicksByDay>> {
  const first = firstOfDays(cx.now(), days)
  const onDay = new Map((await listOwnDays(cx, first)).map(({ day, clicks }) => [Number(day), Number(clicks)]))
  return eachDay(first, days).map(({ at, day }) => ({ day, clicks: onDay.get(at) ?? 0 }))
}
