import { existsSync } from "node:fs"
import { executablePath } from "../server/test/support/browser/chromium.ts"
import { postgresAnswers } from "../server/test/support/databases/test-run.ts"

/** The figures of a case by name. */
export type Measured = Readonly<Record<string, number>>

type SizeName =
  | ("warmUpMs" | "turnMs" | "restMs" | "links" | "grants" | "rows" | "docs" | "edits" | "events" | "people")
  | ("connections" | "names" | "cards" | "calls" | "frames" | "questions" | "pieces" | "messages" | "times")
/** Counts, and durations in milliseconds. A short run has their square roots. */
type Sizes = Readonly<Record<SizeName, number>>

/** How a case is measured now. */
export interface BenchRun {
  readonly rounds: number
  readonly sizes: Sizes
  /** Registers a clean-up. The latest runs first. */
  after(end: () => unknown): void
}

interface Target {
  readonly atLeast?: number
  readonly atMost?: number
}

export interface BenchCase {
  /** `npm run bench -- <name>` runs all cases of the name. */
  readonly name: string
  readonly about: string
  readonly needs?: keyof typeof needs
  /** 1 if absent. */
  readonly rounds?: number
  readonly sizes?: Partial<Sizes>
  measure(run: BenchRun): Promise<Measured>
  /** `{name}` in a title is another figure, or a size, of the case. */
  readonly figures: Readonly<Record<string, readonly [title: string, unit: string, target?: Target]>>
}

/** The time that the compiler needs, on a slow machine, to optimize the code of a request. */
const warmUpMs = 8_000

const needs = {
  PostgreSQL: postgresAnswers,
  Chromium: async () => existsSync(executablePath),
  "SVC_MODEL_URL or SVC_MODEL_KEY": async () => Boolean(process.env.SVC_MODEL_URL || process.env.SVC_MODEL_KEY),
}

/** What a case needs and does not find here. */
export const missingFor = async ({ needs: need }: BenchCase): Promise<string | undefined> =>
  need !== undefined && !(await needs[need]()) ? need : undefined

/** Measures a case; returns the rows of the report. A short run has one round and small loads. */
export async function measureCase(one: BenchCase, isShort: boolean) {
  const full = Object.entries({ warmUpMs, ...one.sizes })
  const sizes = Object.fromEntries(full.map(([name, size]) => [name, isShort ? Math.ceil(Math.sqrt(size)) : size]))
  const run = { rounds: isShort ? 1 : (one.rounds ?? 1), sizes: sizes as Sizes }
  const measured = { ...sizes, ...(await within(run, one.measure)) }
  return Object.entries(one.figures).map(([key, [title, unit, { atLeast, atMost } = {}]]) => {
    const name = title.replaceAll(/\{(.+?)\}/g, (_, other) => shownFigure(figureOf(measured, other)))
    const value = figureOf(measured, key)
    const isKept = value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity)
    const target = [atLeast !== undefined && `≥ ${atLeast}`, atMost !== undefined && `≤ ${atMost}`]
    return { name, value, unit, isKept, target: target.filter(Boolean).join(", ") }
  })
}

/** Runs a part of a case, and then the clean-ups that it registered. */
export async function within<Result>(
  { rounds, sizes }: Pick<BenchRun, "rounds" | "sizes">,
  work: (run: BenchRun) => Promise<Result>,
): Promise<Result> {
  const ends: (() => unknown)[] = []
  try {
    return await work({ rounds, sizes, after: (end) => void ends.unshift(end) })
  } finally {
    for (const end of ends) await end()
  }
}

/** @throws Error where the case did not measure the figure */
export function figureOf(measured: Measured, name: string): number {
  const value = measured[name]
  if (value === undefined || !Number.isFinite(value)) throw new Error(`The figure \`${name}\` was not measured.`)
  return value
}

export const shownFigure = (value: number): string =>
  value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toPrecision(3)
