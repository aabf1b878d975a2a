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

/** The settings of this run. */
export interface BenchRun {
  readonly rounds: number
  readonly sizes: Sizes
  /** Registers a clean-up. The latest runs first. */
  after(end: () => unknown): void
}

/** `{name}` in the title or unit is another figure, or a size, of the same case. */
export type FigureRow = readonly [title: string, unit: string, target?: { atLeast?: number; atMost?: number }]

/** A case: its measurement, and the rows of its figures. */
export interface BenchCase {
  readonly how: {
    measure(run: BenchRun): Promise<Measured>
    /** 1 if absent. */
    readonly rounds?: number
    readonly sizes?: Partial<Sizes>
    readonly needs?: keyof typeof needs
  }
  readonly [figure: string]: FigureRow | BenchCase["how"]
}

/** A case's own sizes replace these. In eight seconds a slow machine's compiler has optimized the code of a request. */
const usualSizes = { warmUpMs: 8_000, turnMs: 1_000, restMs: 2_000 }

const needs = {
  PostgreSQL: postgresAnswers,
  Chromium: async () => existsSync(executablePath),
}

/** The missing requirement of a case on this machine, if any. */
export const missingFor = async ({ how }: BenchCase): Promise<string | undefined> =>
  how.needs !== undefined && !(await needs[how.needs]()) ? how.needs : undefined

/** Measures a case; returns the rows of the report. A short run has one round and small loads. */
export async function measureCase({ how, ...figures }: BenchCase, isShort: boolean) {
  const full = Object.entries({ ...usualSizes, ...how.sizes })
  const sizes = Object.fromEntries(full.map(([name, size]) => [name, isShort ? Math.ceil(Math.sqrt(size)) : size]))
  const run = { rounds: isShort ? 1 : (how.rounds ?? 1), sizes: sizes as Sizes }
  const measured = { ...sizes, ...(await within(run, how.measure)) }
  const rows = Object.entries(figures as Readonly<Record<string, FigureRow>>)
  const fill = (text: string) => text.replaceAll(/\{(.+?)\}/g, (_, name) => shownFigure(figureOf(measured, name)))
  return rows.map(([key, [title, unit, { atLeast, atMost } = {}]]) => {
    const value = figureOf(measured, key)
    const isKept = value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity)
    const target = [atLeast !== undefined && `≥ ${atLeast}`, atMost !== undefined && `≤ ${atMost}`]
    return { name: fill(title), value, unit: fill(unit), isKept, target: target.filter(Boolean).join(", ") }
  })
}

/** Runs a part of a case, and then the clean-ups that it registered. */
export async function within<Result>(
  run: Pick<BenchRun, "rounds" | "sizes">,
  work: (run: BenchRun) => Promise<Result>,
): Promise<Result> {
  await using ends = new AsyncDisposableStack()
  return await work({ ...run, after: (end) => ends.defer(async () => void (await end())) })
}

/** @throws Error where the case did not measure the figure */
export function figureOf(measured: Measured, name: string): number {
  const value = measured[name]
  if (value === undefined || !Number.isFinite(value)) throw new Error(`The figure \`${name}\` was not measured.`)
  return value
}

export const shownFigure = (value: number): string =>
  value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toPrecision(3)
