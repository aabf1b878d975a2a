import { existsSync } from "node:fs"
import { executablePath } from "../server/test/support/browser/chromium.ts"
import { postgresAnswers } from "../server/test/support/databases/test-run.ts"

/** The figures of a case by name. */
export type Measured = Readonly<Record<string, number>>

type SizeName = "warmUpMs" | "turnMs" | "restMs" | "links" | "rows" | "docs" | "people" | "events" | "times"
/** Counts, and durations in milliseconds. A short run has their square roots. */
type Sizes = Readonly<Record<SizeName, number>>

/** How a case is measured now. */
export interface BenchRun {
  readonly rounds: number
  /** Those of the case's row. */
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

/** A row of the report. */
export interface BenchRow extends Target {
  readonly name: string
  readonly value: number
  readonly unit: string
}

/** The time that the compiler needs, on a slow machine, to optimize the code of a request. */
const warmUpMs = 8_000

const needs = {
  PostgreSQL: postgresAnswers,
  Chromium: async () => existsSync(executablePath),
  "SVC_MODEL_URL or SVC_MODEL_KEY": async () => Boolean(process.env.SVC_MODEL_URL || process.env.SVC_MODEL_KEY),
}

/** What a case needs and does not find here. */
export async function missingFor({ needs: need }: BenchCase): Promise<string | undefined> {
  return need !== undefined && !(await needs[need]()) ? need : undefined
}

/** Measures a case; returns its rows. A short run has one round and small loads. */
export async function measureCase(one: BenchCase, isShort: boolean): Promise<BenchRow[]> {
  const full = Object.entries({ warmUpMs, ...one.sizes })
  const sizes = Object.fromEntries(full.map(([name, size]) => [name, isShort ? Math.ceil(Math.sqrt(size)) : size]))
  const run = { rounds: isShort ? 1 : (one.rounds ?? 1), sizes: sizes as Sizes }
  const measured = { ...sizes, ...(await within(run, one.measure)) }
  return Object.entries(one.figures).map(([key, [title, unit, target]]) => {
    const name = title.replaceAll(/\{(.+?)\}/g, (_, other) => shownFigure(figureOf(measured, other)))
    return { name, value: figureOf(measured, key), unit, ...target }
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

export const isKept = ({ value, atLeast = -Infinity, atMost = Infinity }: BenchRow): boolean =>
  value >= atLeast && value <= atMost

export const shownFigure = (value: number): string =>
  value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toPrecision(3)
